const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x80_00_00_00 ? 0x04_c1_1d_b7 : 0);
  return crc;
});

/**
 * Ogg's checksum: CRC-32 of polynomial 04c11db7, unreflected, from 0 [RFC 3533 §6].
 * @param page with zeros in place of its checksum
 */
export function oggChecksum(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) crc = (crc << 8) ^ (table[(crc >>> 24) ^ byte] ?? 0);
  return crc >>> 0;
}
