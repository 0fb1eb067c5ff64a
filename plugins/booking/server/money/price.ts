import { type MoneyLine, type Vat, amountOf, shareOf } from '#core/contract/money'
import { isSameVat, type Rates, vatOf } from '#plugins/invoices/contract/vat'
import type { BookingType, LineKey, PaymentMethod, PriceLine } from '../../contract/index.js'

/** Specification, section 9: on the exam, per person, for SIR members. */
export const SIR_DISCOUNT_CENTS = 100_00

export interface PriceFacts {
  readonly type: BookingType
  readonly people: number
  /** Price of the course for one person. */
  readonly courseCents: number
  /** Price of the exam for one person. */
  readonly examCents: number
  /** The company's contract covers the course; the extra price beyond its limit. Null without a contract. */
  readonly contract: { readonly extraCents: number } | null
  /**
   * Missing people who are billed because a minimum number of people is billed; negative: missing people who were billed before and are
   * given back.
   */
  readonly shortfall?: number
  /** The moment of the exam. */
  readonly moment?: number | null
  readonly method: PaymentMethod | null
  readonly costs: Readonly<Record<PaymentMethod, number>>
  readonly rates: Rates
}

/** The price of a booking, line by line. Lines of zero are left out, except for the course and the exam. Pure. */
export function priceLines(facts: PriceFacts): PriceLine[] {
  const { type, people, contract, method, costs, rates } = facts
  const lines: PriceLine[] = []
  const course = vatOf('course', rates)
  const add = (key: LineKey, quantity: number, unitCents: number, vat: Vat) => lines.push({ key, quantity, unitCents, vat })
  if (type !== 'exam') add('release', people, contract ? 0 : facts.courseCents, course)
  if (type !== 'exam' && contract?.extraCents) add('contract_extra', 1, contract.extraCents, course)
  const exam = vatOf('exam', type === 'exam' ? { ...rates, closes: false } : rates)
  if (type !== 'elearning') add('exam', people, facts.examCents, exam)
  const { shortfall = 0, moment } = facts
  if (type !== 'elearning' && shortfall) {
    const unitCents = Math.sign(shortfall) * facts.examCents
    lines.push({ key: 'exam_least', quantity: Math.abs(shortfall), unitCents, vat: exam, ...(moment && { moment }) })
  }
  if (method && costs[method]) add('transaction', 1, costs[method], vatOf('costs', rates))
  return lines
}

/** The discount of SIR members on the exams of a booking, never more than they cost. Null when there is nothing to discount. */
export function sirDiscount(lines: readonly PriceLine[]): PriceLine | null {
  const exam = lines.find(({ key }) => key === 'exam')
  if (!exam) return null
  const unitCents = -Math.min(SIR_DISCOUNT_CENTS, exam.unitCents)
  return unitCents ? { key: 'sir_discount', quantity: exam.quantity, unitCents, vat: exam.vat, ...billOf(exam) } : null
}

const billOf = ({ bill }: PriceLine) => (bill ? { bill } : {})

const PART: Readonly<Record<'course' | 'exam', readonly LineKey[]>> = {
  course: ['release', 'contract_extra', 'changed', 'cancelled_course'],
  exam: ['exam', 'exam_least', 'sir_discount', 'cancelled_exam'],
}

/**
 * The lines that cancelling a part adds: the part is given back and its cancellation costs are charged, for each tax and each invoice
 * separately.
 * @param share of the part that stays due, in basis points
 */
export function cancellationLines(lines: readonly PriceLine[], part: 'course' | 'exam', share: number): PriceLine[] {
  const parts = lines.filter(({ key }) => PART[part].includes(key))
  const taxed: PriceLine[][] = []
  for (const line of parts) {
    const alike = taxed.find(([first]) => isSameVat(first!.vat, line.vat))
    if (alike) alike.push(line)
    else taxed.push([line])
  }
  return taxed.flatMap((alike) => cancelledAlike(alike, part, share))
}

/** The same for lines with one tax. */
function cancelledAlike(parts: readonly PriceLine[], part: 'course' | 'exam', share: number): PriceLine[] {
  const sums = new Map<string | undefined, number>()
  for (const line of parts) sums.set(line.bill, (sums.get(line.bill) ?? 0) + amountOf(line))
  // If an invoice would go below zero, the lines are combined.
  const isApart = [...sums.values()].every((cents) => cents >= 0)
  const all = [...sums.values()].reduce((sum, cents) => sum + cents, 0)
  const groups: [string | undefined, number][] = isApart ? [...sums] : [[undefined, all]]
  return groups.flatMap(([bill, cents]): PriceLine[] => {
    const { vat, quantity: people } = parts.find((line) => line.bill === bill) ?? parts[0]!
    const common = { vat, ...(bill && { bill }) }
    const due = shareOf(cents, share)
    const least = leastLeft(isApart ? parts.filter((line) => line.bill === bill) : parts)
    const rest = cents - least.reduce((sum, [, amount]) => sum + amount, 0)
    const back = { ...common, key: `cancelled_${part}` as const }
    return [
      ...(rest ? [{ ...back, ...perPerson(-rest, people) }] : []),
      ...least.map(([moment, amount]) => ({ ...back, quantity: 1, unitCents: -amount, moment })),
      ...(due ? [{ ...common, key: 'cancellation' as const, ...perPerson(due, people) }] : []),
    ]
  })
}

/** For each moment: the charge for missing people that was not given back, in cents. */
function leastLeft(lines: readonly PriceLine[]): [moment: number, cents: number][] {
  const sums = new Map<number, number>()
  for (const line of lines) if (line.moment) sums.set(line.moment, (sums.get(line.moment) ?? 0) + amountOf(line))
  return [...sums].filter(([, cents]) => cents)
}

/**
 * The lines for changing to another course. With the same tax the difference is charged; otherwise the old course is given back with its
 * own tax, and the new one is charged in full.
 * @param cents of the new course, for everybody
 */
export function courseChangeLines(lines: readonly PriceLine[], cents: number, vat: Vat, people: number): PriceLine[] {
  const paid = lines.filter(({ key }) => key === 'release' || key === 'changed')
  const changed = (sum: number, tax: Vat): PriceLine[] => (sum ? [{ key: 'changed', ...perPerson(sum, people), vat: tax }] : [])
  const left = new Map<PriceLine, number>()
  for (const line of paid) {
    const alike = [...left.keys()].find((one) => isSameVat(one.vat, line.vat)) ?? line
    left.set(alike, (left.get(alike) ?? 0) + amountOf(line))
  }
  const same = [...left].filter(([one]) => isSameVat(one.vat, vat)).reduce((sum, [, amount]) => sum + amount, 0)
  const others = [...left].filter(([one]) => !isSameVat(one.vat, vat))
  return [...others.flatMap(([one, amount]) => changed(-amount, one.vat)), ...changed(cents - same, vat)]
}

/** Splits an amount into quantity and unit price as it was charged; as one sum if it cannot be divided to the cent. */
export const perPerson = (cents: number, people: number): Pick<MoneyLine, 'quantity' | 'unitCents'> =>
  cents % people ? { quantity: 1, unitCents: cents } : { quantity: people, unitCents: cents / people }

/** Gives back what is left of every line, because the platform refused the booking. */
export function refusalLines(lines: readonly PriceLine[]): PriceLine[] {
  const costs = lines.find(({ key }) => key === 'transaction')
  const back = costs ? [{ ...costs, unitCents: -costs.unitCents }] : []
  return [...cancellationLines(lines, 'course', 0), ...cancellationLines(lines, 'exam', 0), ...back]
}

/** The cancellation costs. */
export const cancellationCents = (lines: readonly PriceLine[]): number => sumOf(lines, 'cancellation')

/** The sums that a summary shows by name. */
export function sumOf(lines: readonly (MoneyLine & { key: LineKey })[], ...keys: LineKey[]): number {
  return lines.filter(({ key }) => keys.includes(key)).reduce((sum, line) => sum + amountOf(line), 0)
}
