import { conformanceCorpora } from './corpora.ts';
import { findsAsBefore } from './findsAsBefore.ts';

findsAsBefore(conformanceCorpora);
