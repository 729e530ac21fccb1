import { walkCorpora } from './corpora.ts';
import { findsAsBefore } from './findsAsBefore.ts';

findsAsBefore(walkCorpora);
