import { crc32, deflateRawSync } from "node:zlib";

/** A header and a body of a tar, made by hand so that they can lie. */
export interface TarPart {
  readonly name: string;
  readonly body?: string | Uint8Array;
  readonly type?: string;
  readonly size?: number;
  readonly mode?: number;
  readonly link?: string;
  readonly badChecksum?: boolean;
}

export function tar(parts: readonly TarPart[], { end = true } = {}): Buffer {
  const blocks: Buffer[] = [];
  for (const { name, body = "", type = "0", mode = 0o644, link = "", badChecksum = false, ...part } of parts) {
    const content = Buffer.from(body);
    const header = Buffer.alloc(512);
    header.write(name, 0, 100, "utf8");
    header.write(mode.toString(8).padStart(7, "0"), 100);
    header.write("0000000", 108);
    header.write("0000000", 116);
    header.write((part.size ?? content.length).toString(8).padStart(11, "0"), 124);
    header.write("00000000000", 136);
    header.write(type, 156, 1, "latin1");
    header.write(link, 157, 100, "utf8");
    header.write("ustar\x0000", 257, "latin1");
    header.fill(32, 148, 156);
    const sum = header.reduce((total, byte) => total + byte, badChecksum ? 1 : 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    blocks.push(header, content, Buffer.alloc(-content.length & 511));
  }
  return Buffer.concat([...blocks, end ? Buffer.alloc(1024) : Buffer.alloc(0)]);
}

/** One record of a pax header. */
export function pax(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + 1;
  while (String(length).length + bytes !== length) length++;
  return `${length}${rest}`;
}

/** An entry of a zip, with everything it could lie about. */
export interface ZipPart {
  readonly name: string;
  readonly localName?: string;
  readonly body?: string | Uint8Array;
  readonly data?: Uint8Array;
  readonly method?: number;
  readonly localMethod?: number;
  readonly flags?: number;
  readonly localFlags?: number;
  readonly size?: number;
  readonly localSize?: number;
  readonly crc?: number;
  /** Kind and rights of Unix. */
  readonly mode?: number;
  readonly host?: number;
  readonly extra?: Uint8Array;
  /** Use the data of the entry with this number. */
  readonly sharedWith?: number;
}

export interface ZipEnd {
  readonly count?: number;
  readonly before?: Uint8Array;
  readonly between?: Uint8Array;
  readonly after?: Uint8Array;
  readonly comment?: string;
  readonly disk?: number;
}

export function zip(parts: readonly ZipPart[], end: ZipEnd = {}): Buffer {
  const locals: Buffer[] = [Buffer.from(end.before ?? [])];
  const central: Buffer[] = [];
  const offsets: number[] = [];
  const length = (): number => locals.reduce((sum, { length: bytes }) => sum + bytes, 0);
  for (const part of parts) {
    const body = Buffer.from(part.body ?? "");
    const { method = 8, flags = 0x800, mode = 0o100644, host = 3, extra = new Uint8Array() } = part;
    const data = Buffer.from(part.data ?? (method === 8 ? deflateRawSync(body) : body));
    const crc = part.crc ?? crc32(body);
    const size = part.size ?? body.length;
    const offset = part.sharedWith === undefined ? length() : (offsets[part.sharedWith] ?? 0);
    offsets.push(offset);
    const localName = Buffer.from(part.localName ?? part.name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(part.localFlags ?? flags, 6);
    local.writeUInt16LE(part.localMethod ?? method, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(part.localSize ?? size, 22);
    local.writeUInt16LE(localName.length, 26);
    if (part.sharedWith === undefined) locals.push(local, localName, data);
    const name = Buffer.from(part.name);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE((host << 8) | 20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE((mode << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    central.push(entry, name, Buffer.from(extra));
  }
  const directory = Buffer.concat(central);
  const between = Buffer.from(end.between ?? []);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06054b50, 0);
  tail.writeUInt16LE(end.disk ?? 0, 4);
  tail.writeUInt16LE(end.count ?? parts.length, 8);
  tail.writeUInt16LE(end.count ?? parts.length, 10);
  tail.writeUInt32LE(directory.length, 12);
  tail.writeUInt32LE(length(), 16);
  tail.writeUInt16LE((end.comment ?? "").length, 20);
  return Buffer.concat([
    ...locals,
    directory,
    between,
    tail,
    Buffer.from(end.comment ?? ""),
    Buffer.from(end.after ?? []),
  ]);
}
