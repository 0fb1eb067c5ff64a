import { isIPv6 } from 'node:net'

const MAPPED_PREFIX = '0000:0000:0000:0000:0000:ffff'

/** The eight groups of an IPv6 address, four digits each. An IPv4 tail (`::ffff:192.0.2.1`) becomes two groups. */
function groupsOf(address: string): string[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.slice(0, 4).map((part) => Number(part).toString(16).padStart(2, '0'))
    return `${a}${b}:${c}${d}`
  })
  const [head = '', tail] = plain.split('::')
  const split = (part: string) => (part ? part.split(':') : [])
  const [before, after] = [split(head), split(tail ?? '')]
  const gap = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...gap, ...after].map((group) => group.toLowerCase().padStart(4, '0'))
}

/**
 * The value by which attempts are counted: the IPv4 address, or the /64 of an IPv6 address. One household or server owns a whole /64, so
 * counting single IPv6 addresses would never count anybody twice. An IPv4 address in an IPv6 socket counts as IPv4. Pure.
 */
export function networkOf(address: string): string {
  // A zone (`fe80::1%eth0`) names our own interface.
  const plain = address.split('%')[0]!
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  if (groups.slice(0, 6).join(':') === MAPPED_PREFIX) {
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group.slice(0, 2), 16), Number.parseInt(group.slice(2), 16)])
      .join('.')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
