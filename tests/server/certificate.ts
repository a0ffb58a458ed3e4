import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const file = (name: string) => join(import.meta.dirname, `certificates/push-service.${name}.pem`);

/** Of this machine; a process that trusts it is given it as `NODE_EXTRA_CA_CERTS`. */
export const CERTIFICATE = file('cert');

/** What a server on this machine answers `https` with, as this process trusts it from now on. */
export function trustedCertificate(): { cert: string; key: Buffer } {
  const cert = readFileSync(CERTIFICATE, 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), cert]);
  return { cert, key: readFileSync(file('key')) };
}
