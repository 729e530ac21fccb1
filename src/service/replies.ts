import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type StandardError, type StandardErrorStatus, standardErrors } from '../contract/serviceErrors.ts';
import type { Variants } from './variants.ts';

/** A response before it is sent: `body` is JSON text. */
export interface ServiceReply {
  readonly httpStatus: number;
  readonly body: string;
}

/** Errors of the transport that the table of the document does not have; some variants give them. */
const bodyErrors = {
  413: { name: 'PAYLOAD_TOO_LARGE', id: '1000', message: 'The body is too large' },
  415: { name: 'UNSUPPORTED_MEDIA_TYPE', id: '1000', message: 'The body has to be application/json' },
} as const;

const errorReference = 'https://docs.surveys.example/error-codes';

/** Makes the texts that both areas share: request ids and standard errors. */
export class Replies {
  readonly #variants: Variants;
  readonly #start = randomBytes(6).toString('hex');
  #count = 0;

  constructor(variants: Variants) {
    this.#variants = variants;
  }

  /** A `requestID` that no other response of this service has. */
  nextRequestId(): string {
    this.#count += 1;
    return `${this.#start}-${this.#count.toString(36)}`;
  }

  /**
   * A standard error (service.md#error-standard).
   *
   * @param resourceUrl the path that was asked for, as it came.
   */
  standardError(httpStatus: StandardErrorStatus | 413 | 415, resourceUrl: string): ServiceReply {
    const { name, id, message } =
      httpStatus === 413 || httpStatus === 415 ? bodyErrors[httpStatus] : standardErrors[httpStatus];
    const docs = `${errorReference}#${id}`;
    const body: StandardError = {
      response: { error: { docs, name, httpStatusCode: httpStatus, id, message, resourceUrl } },
    };
    const withId = this.#variants.errorRequestId === 'present' ? { ...body, requestID: this.nextRequestId() } : body;
    return { httpStatus, body: JSON.stringify(withId) };
  }
}

export function sendReply(reply: FastifyReply, { httpStatus, body }: ServiceReply): FastifyReply {
  return reply.code(httpStatus).header('content-type', 'application/json; charset=utf-8').send(body);
}
