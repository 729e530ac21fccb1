import { answerCorpora } from './corpora.ts';
import { findsAsBefore } from './findsAsBefore.ts';

findsAsBefore(answerCorpora());
