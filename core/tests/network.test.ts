import { expect, it } from 'vitest'
import { networkOf } from '#core/accounts/network'

it('counts an IPv4 address separately, also when it arrives as IPv6', () => {
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1', '::ffff:c000:201', '0:0:0:0:0:ffff:192.0.2.1']) {
    expect(networkOf(address)).toBe('192.0.2.1')
  }
  expect(networkOf('192.0.2.2')).not.toBe(networkOf('192.0.2.1'))
})

it('counts an IPv6 address by its /64, however it is written', () => {
  const network = '2001:0db8:0001:0002::/64'
  for (const address of [
    '2001:db8:1:2::1',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0002::',
    '2001:db8:1:2:0:0:192.0.2.1',
    '2001:db8:1:2::1%eth0',
  ]) {
    expect(networkOf(address)).toBe(network)
  }
  for (const other of ['2001:db8:1:3::1', '2001:db8::1', '2001:db8:1::2', '::1']) expect(networkOf(other)).not.toBe(network)
  expect(networkOf('::1')).toBe('0000:0000:0000:0000::/64')
})
