import { createHash, generateKeyPairSync, sign } from 'node:crypto';

/** A DER element: a tag, the length, the content. */
function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const header =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}

const sequence = (...contents: readonly Uint8Array[]) => element(0x30, ...contents);
const objectId = (hex: string) => element(0x06, Buffer.from(hex, 'hex'));
const text = (value: string) => element(0x0c, Buffer.from(value));
const time = (at: Date) =>
  element(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const SUBJECT_ALT_NAME = '551d11';
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
 * @param host a further host name
 */
export function createCertificate(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const name = sequence(element(0x31, sequence(objectId(COMMON_NAME), text('stytch-emulator'))));
  const now = Date.now();
  const names = ['localhost', host].map((each) => element(0x82, Buffer.from(each)));
  const addresses = [[127, 0, 0, 1]].map((bytes) => element(0x87, Buffer.from(bytes)));
  const extension = (id: string, value: Buffer) => sequence(objectId(id), element(0x04, value));
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(
      0x02,
      Buffer.concat([Buffer.from([1]), createHash('sha256').update(spki).digest().subarray(0, 8)]),
    ),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(now - 60_000)), time(new Date(now + DAYS * 86_400_000))),
    name,
    spki,
    element(
      0xa3,
      sequence(
        extension(BASIC_CONSTRAINTS, sequence(element(0x01, Buffer.from([0xff])))),
        extension(SUBJECT_ALT_NAME, sequence(...names, ...addresses)),
      ),
    ),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, ECDSA_WITH_SHA256, element(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
