import Type from 'typebox';
import { block, flag, optionalText } from './block.ts';

const place = '(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?';
const connectToForm = 'expected host or host:port';
const proxyForm =
  'expected auto, null or http://[user:password@]host[:port]: canvass speaks plain HTTP to a proxy, and asks it to CONNECT';
const headersForm = 'expected a text that a header can carry, without line breaks';

/** Keys of `target` that say which way requests take: through which gateway, by which name, over which proxy. */
export const way = {
  basePath: Type.String({
    default: '',
    pattern: "^((/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)+/?|/?)$",
    examples: ['/survey'],
    description: 'what a gateway puts before every path: `/survey` makes `/survey/a/api/v2/…`',
    errorMessage: 'expected a path such as /survey, without query or spaces',
  }),
  headers: Type.Record(
    Type.String({ minLength: 1 }),
    Type.String({ pattern: '^[\\t\\x20-\\x7e]*$', errorMessage: headersForm }),
    {
      default: {},
      description:
        'sent with every request, and to nobody but the service; a value from the environment, and any that a name like `authorization` makes one, is a secret',
    },
  ),
  connectTo: Type.Union([Type.String({ pattern: `^${place}$`, examples: ['10.0.0.7:8443'] }), Type.Null()], {
    default: null,
    description:
      'connect to this host or host:port in place of that of `baseUrl`, which stays the name in `Host` and TLS; needs its own authorization',
    errorMessage: connectToForm,
  }),
  proxy: Type.Union(
    [Type.Enum(['auto']), Type.String({ pattern: `^([Hh][Tt][Tt][Pp]://)?([^@/\\s]*@)?${place}/?$` }), Type.Null()],
    {
      default: 'auto',
      examples: ['http://proxy.example.com:3128'],
      description:
        'proxy that is asked to CONNECT; auto: as HTTPS_PROXY, http_proxy, ALL_PROXY and NO_PROXY say, read as curl does, but never for this machine; null: none',
      errorMessage: proxyForm,
    },
  ),
  tls: block('how the service is known, and how canvass is known to it', {
    caFile: optionalText('PEM file of certificate authorities: these are trusted, and no others'),
    certFile: optionalText('PEM file with the certificate that canvass shows, with its chain'),
    keyFile: optionalText('PEM file with the key of `certFile`; null: it is in `certFile`'),
    serverName: optionalText(
      'name that is asked for (SNI) and that the certificate must hold; null: the host of `baseUrl`',
    ),
    insecure: flag(false, 'accept any certificate'),
  }),
};
