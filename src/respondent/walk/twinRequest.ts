import type { ExchangeListener, Transport } from '../../client/transport.ts';
import type { Exchange } from '../../result/exchange.ts';

/** A second request of one respondent at the same time: as another listener it has a connection of its own. */
export class TwinRequest implements ExchangeListener {
  readonly #respondent: ExchangeListener;
  readonly #transport: Transport;

  constructor(respondent: ExchangeListener, transport: Transport) {
    this.#respondent = respondent;
    this.#transport = transport;
  }

  onExchange(exchange: Exchange): void {
    this.#transport.done(this);
    this.#respondent.onExchange(exchange);
  }
}
