import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A passkey that an authenticator has made, in the words of the API. */
export interface MadePasskey {
  client_data: string;
  attestation: string;
}

/** An answer with a passkey, in the words of the API. */
export interface ShownPasskey {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
}

/** Flags of authenticator data (WebAuthn, section 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator in software with one ES256 key, and the browser between it and a page (WebAuthn Level 2). */
export class SoftwareAuthenticator {
  private readonly id = randomBytes(16);
  private readonly key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  private counter = 0;

  /** @param origin of the page */
  constructor(private readonly origin: string) {}

  /** Makes the passkey. @param attStmt statement of the maker, in CBOR, of the format `fmt` */
  make(challenge: string, { fmt = 'none', attStmt = Buffer.from([0xa0]) } = {}): MadePasskey {
    const { x, y } = this.key.publicKey.export({ format: 'jwk' });
    const [length, left, right] = [Buffer.alloc(2), ...[x, y].map((each) => Buffer.from(each!, 'base64url'))];
    length.writeUInt16BE(this.id.length);
    // The map { 1: 2, 3: -7, -1: 1, -2: x, -3: y } of COSE.
    const cose = [
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
      left!,
      Buffer.from([0x22, 0x58, 32]),
      right!,
    ];
    const data = Buffer.concat([this.data(ATTESTED), Buffer.alloc(16), length, this.id, ...cose]);
    const attestation = Buffer.concat([
      ...[Buffer.from([0xa3]), text('fmt'), text(fmt), text('attStmt'), attStmt],
      ...[text('authData'), Buffer.from([0x58, data.length]), data],
    ]);
    const client_data = this.clientData('webauthn.create', challenge).toString('base64url');
    return { client_data, attestation: attestation.toString('base64url') };
  }

  /** Shows the passkey. @param isVerified whether the authenticator has asked who holds it */
  show(challenge: string, { isVerified = true } = {}): ShownPasskey {
    this.counter += 1;
    const data = this.data(0, isVerified);
    const client = this.clientData('webauthn.get', challenge);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      id: this.id.toString('base64url'),
      client_data: client.toString('base64url'),
      authenticator_data: data.toString('base64url'),
      signature: sign('sha256', signed, this.key.privateKey).toString('base64url'),
    };
  }

  private data(flags: number, isVerified = true): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(PRESENT | (isVerified ? VERIFIED : 0) | flags);
    head.writeUInt32BE(this.counter, 1);
    return Buffer.concat([createHash('sha256').update(new URL(this.origin).hostname).digest(), head]);
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
