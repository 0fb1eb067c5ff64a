/**
 * Amounts of money, in whole cents, without VAT unless a name says so. Pure and used by server and browser. Only the server determines
 * prices; the browser shows what it receives.
 */

/** The reason for the tax of a line; words: `core.vat.<reason>`. */
export const VAT_REASONS = ['standard', 'exempt', 'reverse_charge', 'venue'] as const
export type VatReason = (typeof VAT_REASONS)[number]

/** The minus sign, before the currency. */
export const MINUS = '\u2212'

/** The VAT of one line. */
export interface Vat {
  /** Basis points: 2100 is 21 %. */
  readonly rate: number
  readonly reason: VatReason
  /** ISO 3166-1 alpha-2: the country of the tax. */
  readonly country: string
  /**
   * The reason for this line in particular, in the words of the plugin that billed it; lines that are otherwise taxed alike form one group.
   */
  readonly because?: string
}

/** A line of a price or an invoice; a discount or a credit has a negative amount. */
export interface MoneyLine {
  readonly quantity: number
  readonly unitCents: number
  readonly vat: Vat
}

/** All lines with the same tax. VAT is rounded once for each rate (EN 16931, BR-CO-17), never per line. */
export interface VatGroup {
  readonly vat: Vat
  readonly netCents: number
  readonly vatCents: number
}

export interface Totals {
  readonly netCents: number
  readonly vatCents: number
  readonly totalCents: number
  readonly groups: readonly VatGroup[]
}

/** Maximum total of a booking or an invoice, with VAT; the database's limit is slightly higher. A larger amount is an error in a price. */
export const MAX_TOTAL_CENTS = 20_000_000_00

/** Maximum of any intermediate sum. A larger amount is an error; the limit is far below the point where numbers lose precision. */
const MOST_CENTS = 1_000_000_000_00

/** @throws RangeError if it is not a whole number of cents */
function whole(cents: number): number {
  if (!Number.isSafeInteger(cents) || Math.abs(cents) > MOST_CENTS) throw new RangeError(`${cents} is no amount in cents.`)
  // Never return minus zero: it would be displayed with the sign.
  return cents === 0 ? 0 : cents
}

/**
 * A share of an amount, in basis points, rounded half away from zero, so that a refund equals the charge.
 * @throws RangeError if the amount or the share is not a whole number
 */
export function shareOf(cents: number, basisPoints: number): number {
  if (!Number.isSafeInteger(basisPoints)) throw new RangeError(`${basisPoints} is no share in basis points.`)
  const product = BigInt(whole(cents)) * BigInt(basisPoints)
  const size = product < 0n ? -product : product
  const rounded = (size + 5_000n) / 10_000n
  return whole(Number(product < 0n ? -rounded : rounded))
}

/** Quantity times price. @throws RangeError */
export const amountOf = ({ quantity, unitCents }: Pick<MoneyLine, 'quantity' | 'unitCents'>): number => whole(whole(quantity) * unitCents)

/** The tax of a venue's country is that country's standard tax: if both apply, they are one group (EN 16931, BR-S-08). */
const keyOf = ({ rate, reason, country }: Vat) => `${country} ${reason === 'venue' ? 'standard' : reason} ${rate}`

/**
 * Rounds the VAT of groups. Two countries with one rate are two groups, but one subtotal of an electronic invoice, which is rounded once:
 * the later group gets the difference.
 */
function roundedPerRate(groups: readonly Omit<VatGroup, 'vatCents'>[]): VatGroup[] {
  const before = new Map<number, number>()
  return groups.map((group) => {
    const { rate } = group.vat
    const net = before.get(rate) ?? 0
    before.set(rate, whole(net + group.netCents))
    return { ...group, vatCents: whole(shareOf(net + group.netCents, rate) - shareOf(net, rate)) }
  })
}

/** Subtotal, VAT of each group, total. The groups have the order of their first lines. @throws RangeError */
export function totalsOf(lines: readonly MoneyLine[]): Totals {
  const net = new Map<string, { vat: Vat; netCents: number }>()
  for (const line of lines) {
    const known = net.get(keyOf(line.vat))
    const { because: _because, ...vat } = line.vat
    net.set(keyOf(line.vat), { vat, netCents: whole((known?.netCents ?? 0) + amountOf(line)) })
  }
  const groups = roundedPerRate([...net.values()])
  const netCents = whole(groups.reduce((sum, group) => sum + group.netCents, 0))
  const vatCents = whole(groups.reduce((sum, group) => sum + group.vatCents, 0))
  return { netCents, vatCents, totalCents: whole(netCents + vatCents), groups }
}

/**
 * Formats an amount in a language, with the minus sign before the currency, as people write it: `−€ 12,50`.
 * @param cents whole cents
 */
export function moneyText(cents: number, language: string, currency = 'EUR'): string {
  const size = new Intl.NumberFormat(language, { style: 'currency', currency }).format(Math.abs(cents) / 100)
  return cents < 0 ? `${MINUS}${size}` : size
}

/** Standard VAT rates in basis points, 2026, of the EU's countries, for exams that take place there. */
export const STANDARD_RATES: Readonly<Record<string, number>> = {
  AT: 2000, BE: 2100, BG: 2000, CY: 1900, CZ: 2100, DE: 1900, DK: 2500, EE: 2400, ES: 2100, FI: 2550, FR: 2000, GR: 2400, HR: 2500, HU: 2700,
  IE: 2300, IT: 2200, LT: 2100, LU: 1700, LV: 2100, MT: 1800, NL: 2100, PL: 2300, PT: 2300, RO: 2100, SE: 2500, SI: 2200, SK: 2300,
} // prettier-ignore
