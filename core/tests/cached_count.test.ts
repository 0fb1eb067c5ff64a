import { describe, expect, it, vi } from 'vitest'
import { cachedCount } from '#core/people/cached_count'
import { asSystem, inCompany } from '#core/tenancy/scope'

describe('a cached count', () => {
  const counting = (total: number) => {
    const asked = { times: 0 }
    return { asked, count: async () => ((asked.times += 1), [{ total }]) }
  }

  it('belongs to one company and one filter, or to everybody for a person who sees all companies', async () => {
    const [one, other, all] = [counting(3000), counting(4000), counting(7000)]
    for (let again = 0; again < 2; again++) {
      expect(await inCompany(1, () => cachedCount(['people', 'x'], one.count))).toBe(3000)
      expect(await inCompany(2, () => cachedCount(['people', 'x'], other.count))).toBe(4000)
      expect(await asSystem('tests', () => cachedCount(['people', 'x'], all.count))).toBe(7000)
    }
    expect([one, other, all].map(({ asked }) => asked.times)).toEqual([1, 1, 1])
    const filtered = counting(2500)
    expect(await inCompany(1, () => cachedCount(['people', 'y'], filtered.count))).toBe(2500)
  })

  it('is not cached when it is small, and is evicted when many others are added', async () => {
    const small = counting(5)
    for (let again = 0; again < 2; again++) await inCompany(3, () => cachedCount(['small'], small.count))
    expect(small.asked.times).toBe(2)
    const first = counting(3000)
    await inCompany(3, () => cachedCount(['first'], first.count))
    for (let n = 0; n < 600; n++) await inCompany(3, () => cachedCount(['other', n], counting(3000).count))
    await inCompany(3, () => cachedCount(['first'], first.count))
    expect(first.asked.times).toBe(2)
  })

  it('is queried once by many concurrent callers when it was large and its half minute has passed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const large = counting(5000)
    const ask = () => inCompany(4, () => cachedCount(['many'], large.count))
    await ask()
    vi.setSystemTime(Date.now() + 31_000)
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([5000, 5000, 5000])
    expect(large.asked.times).toBe(2)
    vi.useRealTimers()
  })
})
