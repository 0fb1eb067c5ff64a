import { isIPv6 } from 'node:net'

const MAPPED_PREFIX = '0000:0000:0000:0000:0000:ffff'

/** The eight groups of an IPv6 address, four digits each; an IPv4 tail (`::ffff:192.0.2.1`) becomes two groups. */
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
 * What attempts are counted by: the address itself, of IPv6 the /64 it lies in.
 * One household or server has a whole /64, so by single addresses nobody would
 * ever be counted twice. An IPv4 address that came in an IPv6 socket is an IPv4 address. Pure.
 */
export function networkOf(address: string): string {
  // A zone (`fe80::1%eth0`) is the name of our own interface.
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
