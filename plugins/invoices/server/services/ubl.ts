import { type Vat, amountOf } from '#core/contract/money'
import type { Buyer, InvoiceLine, Seller } from '../../contract/index.js'
import { hasCountryPrefix } from '../../contract/vat_number.js'

/** The UBL content of an invoice or a credit note; a credit note's amounts are positive there. */
export interface UblInvoice {
  number: string
  kind: 'invoice' | 'credit'
  issuedOn: string
  dueOn: string
  /** Text for the reader (BT-22). */
  note: string | null
  currency: 'EUR'
  orderNumber: string | null
  /** The billed thing, such as a booking number (BT-10): replaces a missing order number. */
  reference: string
  /** Number of the credited invoice. */
  ofNumber: string | null
  seller: Seller
  buyer: Buyer
  /** `description`: the names of the people it covers (BT-154); `reason`: why it is taxed so (BT-127). */
  lines: readonly (InvoiceLine & { description: string; reason: string })[]
  groups: readonly { vat: Vat; netCents: number; vatCents: number; reason: string }[]
  netCents: number
  vatCents: number
  totalCents: number
  paid: boolean
}

/** Code list UNCL5305, limited to EN 16931: standard, exempt, reverse charge. */
const CATEGORY = { standard: 'S', venue: 'S', exempt: 'E', reverse_charge: 'AE' } as const
/** UNTDID 1001. */
const TYPE = { invoice: '380', credit: '381' } as const
/** Peppol BIS Billing 3.0: the rules that it follows (BT-24), and its process (BT-23). */
const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
/** Code list VATEX, machine-readable. */
const EXEMPTION: Partial<Record<Vat['reason'], string>> = { exempt: 'VATEX-EU-132-1I', reverse_charge: 'VATEX-EU-AE' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]!)
const amount = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

type Node = string | readonly Node[] | null
const tag = (name: string, content: Node, attributes = ''): Node =>
  content === null || content === '' ? null : [`<${name}${attributes}>`, content, `</${name}>`]
const text = (name: string, value: string | null | undefined, attributes = ''): Node =>
  value ? tag(name, escaped(value), attributes) : null
const money = (name: string, cents: number): Node => tag(name, amount(cents), ' currencyID="EUR"')
const flat = (node: Node): string => (node === null ? '' : typeof node === 'string' ? node : node.map(flat).join(''))

const category = (name: string, vat: Vat, reason: string | null): Node =>
  tag(name, [
    text('cbc:ID', CATEGORY[vat.reason]),
    tag('cbc:Percent', amount(vat.rate)),
    // BR-S-10: a standard rate has no reason; BR-E-10, BR-AE-10: the others need one. Both of a line's are in its subtotal only.
    reason && text('cbc:TaxExemptionReasonCode', EXEMPTION[vat.reason]),
    CATEGORY[vat.reason] === 'S' ? null : text('cbc:TaxExemptionReason', reason),
    tag('cac:TaxScheme', text('cbc:ID', 'VAT')),
  ])

/** The number of a Dutch chamber of commerce (KvK); null where there is none. */
function chamberNumberOf({ country, registrationNumber }: Seller | Buyer): string | null {
  const number = (registrationNumber ?? '').replace(/\D/g, '')
  return country === 'NL' && number.length === 8 ? number : null
}

/** The enterprise number of a Belgian VAT number, if its check digits are right (PEPPOL-COMMON-R043). */
function belgianNumberOf({ country, vatNumber }: Seller | Buyer): string | null {
  const number = country === 'BE' ? (vatNumber ?? '').replace(/^BE/, '') : ''
  return /^\d{10}$/.test(number) && 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)) ? number : null
}

/**
 * The Peppol receiver by code list EAS: the number of the chamber of commerce, the Dutch VAT number, the Belgian enterprise number, else
 * the e-mail address.
 */
function endpointOf(who: Seller | Buyer): { scheme: string; id: string } {
  const chamber = chamberNumberOf(who)
  if (chamber) return { scheme: '0106', id: chamber }
  if (who.country === 'NL' && who.vatNumber) return { scheme: '9944', id: who.vatNumber }
  const belgian = belgianNumberOf(who)
  return belgian ? { scheme: '0208', id: belgian } : { scheme: 'EM', id: who.email }
}

/** The VAT number; one without its country, as outside the EU, is on the PDF only (BR-CO-09). */
const vatNumberOf = ({ country, vatNumber }: Seller | Buyer): string | null =>
  vatNumber && hasCountryPrefix(country, vatNumber) ? vatNumber : null

function party(name: string, who: Seller | Buyer): Node {
  const isSeller = 'iban' in who
  const endpoint = endpointOf(who)
  const number = chamberNumberOf(who)
  const vatNumber = vatNumberOf(who)
  return tag(name, [
    tag('cac:Party', [
      text('cbc:EndpointID', endpoint.id, ` schemeID="${endpoint.scheme}"`),
      tag('cac:PartyName', text('cbc:Name', isSeller ? who.name : who.company)),
      tag('cac:PostalAddress', [
        text('cbc:StreetName', who.street),
        text('cbc:CityName', who.city),
        text('cbc:PostalZone', who.postalCode),
        tag('cac:Country', text('cbc:IdentificationCode', who.country)),
      ]),
      vatNumber ? tag('cac:PartyTaxScheme', [text('cbc:CompanyID', vatNumber), tag('cac:TaxScheme', text('cbc:ID', 'VAT'))]) : null,
      tag('cac:PartyLegalEntity', [
        text('cbc:RegistrationName', isSeller ? who.name : who.company),
        number ? text('cbc:CompanyID', number, ' schemeID="0106"') : isSeller ? text('cbc:CompanyID', who.registrationNumber) : null,
      ]),
      isSeller ? tag('cac:Contact', text('cbc:ElectronicMail', who.email)) : tag('cac:Contact', text('cbc:Name', who.contact)),
    ]),
  ])
}

/** One subtotal per category and rate (BR-S-08), also where two countries have the same rate. */
function subtotalsOf(groups: UblInvoice['groups']): UblInvoice['groups'] {
  const alike = Map.groupBy(groups, ({ vat }) => `${CATEGORY[vat.reason]} ${vat.rate}`)
  return [...alike.values()].map((some) => ({
    ...some[0]!,
    netCents: some.reduce((sum, { netCents }) => sum + netCents, 0),
    vatCents: some.reduce((sum, { vatCents }) => sum + vatCents, 0),
    reason: some.map(({ reason }) => reason).join(' '),
  }))
}

/**
 * An invoice or credit note as UBL 2.1 by the rules of Peppol BIS Billing 3.0, for automatic bookkeeping; an access point does the sending.
 * Pure: the amounts are the invoice's own; only a line's amount is computed.
 */
export function toUbl(invoice: UblInvoice): string {
  const isCredit = invoice.kind === 'credit'
  const sign = isCredit ? -1 : 1
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const { paid, groups } = invoice
  const document: Node = [
    text('cbc:CustomizationID', CUSTOMIZATION),
    text('cbc:ProfileID', PROFILE),
    text('cbc:ID', invoice.number),
    text('cbc:IssueDate', invoice.issuedOn),
    isCredit ? null : text('cbc:DueDate', invoice.dueOn),
    text(`cbc:${root}TypeCode`, TYPE[invoice.kind]),
    text('cbc:Note', invoice.note),
    text('cbc:DocumentCurrencyCode', invoice.currency),
    // One of the two is needed (PEPPOL-EN16931-R003).
    invoice.orderNumber ? null : text('cbc:BuyerReference', invoice.reference),
    tag('cac:OrderReference', text('cbc:ID', invoice.orderNumber)),
    tag('cac:BillingReference', tag('cac:InvoiceDocumentReference', text('cbc:ID', invoice.ofNumber))),
    party('cac:AccountingSupplierParty', invoice.seller),
    party('cac:AccountingCustomerParty', invoice.buyer),
    // 30: credit transfer (UNCL4461); BR-61: then an account.
    isCredit
      ? null
      : tag('cac:PaymentMeans', [
          text('cbc:PaymentMeansCode', '30'),
          text('cbc:PaymentID', invoice.number),
          tag('cac:PayeeFinancialAccount', [
            text('cbc:ID', invoice.seller.iban.replaceAll(' ', '')),
            text('cbc:Name', invoice.seller.name),
            tag('cac:FinancialInstitutionBranch', text('cbc:ID', invoice.seller.bic)),
          ]),
        ]),
    tag('cac:TaxTotal', [
      money('cbc:TaxAmount', sign * invoice.vatCents),
      subtotalsOf(groups).map(({ vat, netCents, vatCents, reason }) =>
        tag('cac:TaxSubtotal', [
          money('cbc:TaxableAmount', sign * netCents),
          money('cbc:TaxAmount', sign * vatCents),
          category('cac:TaxCategory', vat, reason),
        ]),
      ),
    ]),
    tag('cac:LegalMonetaryTotal', [
      money('cbc:LineExtensionAmount', sign * invoice.netCents),
      money('cbc:TaxExclusiveAmount', sign * invoice.netCents),
      money('cbc:TaxInclusiveAmount', sign * invoice.totalCents),
      paid ? money('cbc:PrepaidAmount', sign * invoice.totalCents) : null,
      money('cbc:PayableAmount', paid ? 0 : sign * invoice.totalCents),
    ]),
    invoice.lines.map((line, index) => {
      // A price is never negative (BR-27): a deduction has a negative quantity.
      const cents = sign * amountOf(line)
      const quantity = String(line.unitCents * sign < 0 ? -line.quantity : line.quantity)
      return tag(`cac:${root}Line`, [
        text('cbc:ID', String(index + 1)),
        text('cbc:Note', line.reason),
        tag(`cbc:${isCredit ? 'CreditedQuantity' : 'InvoicedQuantity'}`, quantity, ' unitCode="C62"'),
        money('cbc:LineExtensionAmount', cents),
        tag('cac:Item', [
          text('cbc:Description', line.description),
          text('cbc:Name', line.text),
          category('cac:ClassifiedTaxCategory', line.vat, null),
        ]),
        tag('cac:Price', money('cbc:PriceAmount', Math.abs(line.unitCents))),
      ])
    }),
  ]
  const spaces = [
    `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"`,
    'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"',
    'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"',
  ].join(' ')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${spaces}>${flat(document)}</${root}>\n`
}
