import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { MAX_TOTAL_CENTS, type Vat } from '#core/contract/money'
import { ownAddress } from '#core/kit/companies'
import { serviceOf } from '#core/kit/services'
import { textIn, translate } from '#core/kit/words'
import { type Buyer, type InvoiceLine, type InvoicesService, invoicesService } from '#plugins/invoices/contract/index'
import { vatOf } from '#plugins/invoices/contract/vat'
import { learningService } from '#plugins/learning/contract/index'
import { type ContractRow, contracts } from './store.js'

interface Extra {
  id: number
  course: Record<string, string> | null
  course_id: number
  membership_id: number | null
  extra_cents: number
  bill: string | null
  bill_vat: Vat | null
}

/** Uses of past months, in the platform's time zone, that have to be billed (decision 0167). */
const TO_BILL = `u.extra_cents > 0 and u.bill is null and u.given_back_at is null
  and u.extra_at < date_trunc('month', now() at time zone 'Europe/Amsterdam') at time zone 'Europe/Amsterdam'`
/** Billed by us, and released since. */
const TO_CREDIT = `u.extra_cents > 0 and u.bill like 'contract:%' and u.given_back_at is not null and u.credited_at is null`

/**
 * The job `contracts.bill`: an invoice per contract for uses past its limit in past months (several when the sum exceeds one invoice), and
 * a credit note for billed uses released since (decision 0174). Idempotent.
 */
export async function billExtras(): Promise<void> {
  const seller = await (await serviceOf(invoicesService))?.seller()
  if (!seller?.isReady) return
  const due: { contract_id: number }[] = await db
    .from('contracts_uses as u')
    .whereRaw(`(${TO_BILL} or ${TO_CREDIT})`)
    .distinct('u.contract_id')
    .orderBy('u.contract_id')
  const taught = await taughtCourses()
  for (const { contract_id: id } of due)
    await db.transaction(async (trx) => {
      const row: ContractRow = await contracts(trx).where('k.id', id).firstOrFail()
      const invoices = (await serviceOf(invoicesService, trx))!
      await billContract(trx, invoices, row, { taught, registered: seller.isRegistered })
      await creditContract(trx, invoices, row)
    })
}

/** Courses with a teacher. Read before any lock: the transaction of the bill waits for no other connection. */
async function taughtCourses(): Promise<ReadonlySet<number>> {
  const offers = (await (await serviceOf(learningService))?.offers()) ?? []
  return new Set(offers.filter(({ vatKind }) => vatKind === 'taught').map(({ courseId }) => courseId))
}

/** Locked: of two concurrent runs the second finds nothing left. */
async function extras(trx: TransactionClientContract, contract: number, which: string): Promise<Extra[]> {
  const held: { id: number }[] = await trx
    .from('contracts_uses as u')
    .where('u.contract_id', contract)
    .whereRaw(which)
    .forUpdate()
    .select('u.id')
  return trx
    .from('contracts_uses as u')
    .leftJoin('learning_titles as o', 'o.course_id', 'u.course_id')
    .whereIn(
      'u.id',
      held.map(({ id }) => id),
    )
    .orderBy('u.id')
    .select('u.id', 'u.course_id', 'u.membership_id', 'u.extra_cents', 'u.bill', 'u.bill_vat', 'o.name as course')
}

/** One line per course and price. @param sign -1 credits */
function linesOf(row: ContractRow, uses: readonly Extra[], language: string, vatOfUse: (use: Extra) => Vat, sign = 1): InvoiceLine[] {
  const lines = new Map<string, InvoiceLine>()
  for (const use of uses) {
    const course = use.course ? textIn(use.course, language) : String(use.course_id)
    const key = `${use.course_id} ${use.extra_cents}`
    const text = translate(language, 'contracts.invoice_line', { contract: row.name, course })
    const known = lines.get(key) ?? { text, quantity: 0, unitCents: sign * use.extra_cents, vat: vatOfUse(use), members: [] }
    const members = [...known.members!, ...(use.membership_id ? [use.membership_id] : [])]
    lines.set(key, { ...known, quantity: known.quantity + 1, members })
  }
  return [...lines.values()]
}

/**
 * The recipient of the company's last invoice, because a contract has neither address nor VAT number; its mail goes to the contract's
 * address.
 */
async function buyerOf(trx: TransactionClientContract, invoices: InvoicesService, { email }: ContractRow): Promise<Buyer> {
  const last = await invoices.lastBuyer(trx)
  if (last) return { ...last, email }
  const { legalName, street, postalCode, city, country } = await ownAddress(trx)
  return {
    company: legalName,
    contact: '',
    email,
    street,
    postalCode,
    city,
    country: /^[A-Z]{2}$/.test(country) ? country : 'NL',
    vatNumber: null,
  }
}

async function billContract(
  trx: TransactionClientContract,
  invoices: InvoicesService,
  row: ContractRow,
  { taught, registered }: { taught: ReadonlySet<number>; registered: boolean },
): Promise<void> {
  const due = await extras(trx, row.id, TO_BILL)
  if (!due.length) return
  const buyer = await buyerOf(trx, invoices, row)
  const { language } = await ownAddress(trx)
  const vatOfUse = ({ course_id: id }: Extra) => vatOf('course', { buyer, registered, taught: taught.has(id), closes: false, venue: 'NL' })
  for (const uses of billable(due)) {
    // Later uses get another bill, also for the same month.
    const bill = `contract:C${row.id}-${uses.at(-1)!.id}`
    const lines = linesOf(row, uses, language, vatOfUse)
    const issued = await invoices.issue(trx, { subject: bill, lines, buyer, orderNumber: row.order_number, language })
    for (const [vat, alike] of Map.groupBy(uses, (use) => JSON.stringify(vatOfUse(use))))
      await trx
        .from('contracts_uses')
        .whereIn(
          'id',
          alike.map(({ id }) => id),
        )
        .update({ bill, bill_number: issued?.number ?? null, bill_vat: vat })
  }
}

/** Splits uses into invoices that stay below the maximum amount with any VAT. The places were given already, so none can be refused. */
function billable(uses: readonly Extra[]): Extra[][] {
  const bills: Extra[][] = [[]]
  let cents = 0
  for (const use of uses) {
    cents += use.extra_cents
    if (cents > MAX_TOTAL_CENTS / 2 && bills.at(-1)!.length) {
      bills.push([])
      cents = use.extra_cents
    }
    bills.at(-1)!.push(use)
  }
  return bills
}

async function creditContract(trx: TransactionClientContract, invoices: InvoicesService, row: ContractRow): Promise<void> {
  const uses = await extras(trx, row.id, TO_CREDIT)
  const { language } = await ownAddress(trx)
  for (const bill of new Set(uses.map((use) => use.bill!))) {
    const own = uses.filter((use) => use.bill === bill)
    const lines = linesOf(row, own, language, (use) => use.bill_vat!, -1)
    await invoices.credit(trx, bill, { key: `back-${own.at(-1)!.id}`, lines, reason: 'contract_given_back' })
  }
  await trx
    .from('contracts_uses')
    .whereIn(
      'id',
      uses.map(({ id }) => id),
    )
    .update({ credited_at: trx.raw('clock_timestamp()') })
}
