import { localTwins } from '../../src/duet/duetWork.ts';
import { twinsLaws } from './twinsLaws.ts';

twinsLaws('threads', async () => ({ generators: localTwins(2), close: async () => {} }));
