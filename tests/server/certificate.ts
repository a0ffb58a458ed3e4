import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const file = (name: string) => join(import.meta.dirname, `certificates/push-service.${name}.pem`);

/** Path of a certificate for localhost; child processes trust it by `NODE_EXTRA_CA_CERTS`. */
export const CERTIFICATE = file('cert');

/** Makes this process trust the certificate. @returns certificate and key, for an `https` server */
export function trustedCertificate(): { cert: string; key: Buffer } {
  const cert = readFileSync(CERTIFICATE, 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), cert]);
  return { cert, key: readFileSync(file('key')) };
}
