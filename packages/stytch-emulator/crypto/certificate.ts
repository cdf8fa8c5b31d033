import { isIP } from 'node:net';
import forge from 'node-forge';

const DAYS = 30;

/** A private key and its certificate, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/**
 * Makes a self-signed certificate for this machine, for 30 days. It is new for each start and protects nothing: it lets
 * SDKs connect that accept https addresses only.
 *
 * @param host a further host name or address
 */
export function createCertificate(host: string): Certificate {
  const { md, pki, random, util } = forge;
  const { privateKey, publicKey } = pki.rsa.generateKeyPair(2048);
  const certificate = pki.createCertificate();
  certificate.publicKey = publicKey;
  // A browser refuses a second certificate of the same number; the first byte makes it positive.
  certificate.serialNumber = `01${util.bytesToHex(random.getBytesSync(8))}`;
  const { notBefore, notAfter } = certificate.validity;
  notAfter.setDate(notBefore.getDate() + DAYS);
  // The clock of a client may be slow.
  notBefore.setMinutes(notBefore.getMinutes() - 1);
  const name = [{ name: 'commonName', value: 'stytch-emulator' }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  const altNames = ['localhost', '127.0.0.1', host].map((value) =>
    isIP(value) === 0 ? { type: 2, value } : { type: 7, ip: value },
  );
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames },
  ]);
  certificate.sign(privateKey, md.sha256.create());
  return { key: pki.privateKeyToPem(privateKey), cert: pki.certificateToPem(certificate) };
}
