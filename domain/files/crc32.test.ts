import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { crc32 } from './crc32.ts'

test('the checksum is that of zip archives', () => {
  // The check value of CRC-32 in the catalogue of parametrised CRC algorithms.
  expect(crc32(strToU8('123456789'))).toBe(0xcbf43926)
  expect(crc32(new Uint8Array())).toBe(0)
})
