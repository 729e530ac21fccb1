import { expect, test } from 'vitest';
import { keysIn } from '../../../src/conformance/drive/probeSession.ts';
import { answerOf } from '../../support/judging.ts';

const key = 'ek-80767b1f-1c92';
const of = (body: unknown, httpStatus = 200) => keysIn(answerOf('regenerate-key', '/', body, httpStatus).exchange);

test.each([
  ['where it belongs', { response: { apiKey: 'short', note: 'a-text-like-a-key' } }, ['short']],
  ['bare', { response: key }, [key]],
  ['under another name', { response: { keys: [{ value: key }], status: 'success' } }, [key]],
  ['outside of the response', { api_key: key }, [key]],
  ['nowhere', { response: { message: 'no key for you today' } }, []],
])('a new key %s is known before anything is judged', (_, body, keys) => expect(of(body)).toEqual(keys));

test('an error gives no key away', () => expect(of({ response: key }, 401)).toEqual([]));
