import { XMLParser } from 'fast-xml-parser'
import { expect } from 'vitest'

// The rules that Peppol BIS Billing 3.0 adds to EN 16931 and that our invoices could break, each by its name there, including the Dutch
// ones.

type Node = Record<string, unknown>
const list = (value: unknown): Node[] => (value === undefined ? [] : ((Array.isArray(value) ? value : [value]) as Node[]))
const at = (node: unknown, path: string): unknown => path.split('/').reduce<unknown>((one, key) => (one as Node | undefined)?.[key], node)
const textOf = (node: unknown): string => String((node as Node | undefined)?.['#text'] ?? node ?? '')
const schemeOf = (node: unknown): string | undefined => (node as Node | undefined)?.['@_schemeID'] as string | undefined

/** All descendants, by path. */
function* everything(node: unknown, path = ''): Generator<{ path: string; node: unknown }> {
  yield { path, node }
  if (node === null || typeof node !== 'object') return
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('@_') || key === '#text') continue
    for (const one of Array.isArray(value) ? value : [value]) yield* everything(one, `${path}/${key}`)
  }
}

/** The codes of list EAS that we write. */
const SCHEMES: Readonly<Record<string, RegExp>> = {
  '0106': /^\d{8}$/,
  '9944': /^NL\d{9}B\d{2}$/,
  '0208': /^\d{10}$/,
  EM: /^[^\s@]+@[^\s@]+$/,
}

/** Throws an assertion that names the rule. */
export function assertPeppol(xml: string): void {
  const parsed = new XMLParser({ ignoreAttributes: false, parseTagValue: false, removeNSPrefix: true }).parse(xml) as Node
  const isCredit = parsed.CreditNote !== undefined
  const root = (parsed.Invoice ?? parsed.CreditNote) as Node
  for (const { path, node } of everything(root))
    if (typeof node !== 'object') expect(textOf(node).trim(), `PEPPOL-EN16931-R008 ${path}`).not.toBe('')
  expect(xml, 'PEPPOL-EN16931-R008').not.toMatch(/<([\w:]+)[^>]*><\/\1>/)
  expect(textOf(root.ProfileID), 'PEPPOL-EN16931-R001, R007').toMatch(/^urn:fdc:peppol\.eu:2017:poacc:billing:\d\d:1\.0$/)
  expect(textOf(root.CustomizationID), 'PEPPOL-EN16931-R004').toBe(
    'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  )
  expect(list(root.Note).length, 'PEPPOL-EN16931-R002').toBeLessThanOrEqual(1)
  expect(textOf(root.BuyerReference) || textOf(at(root, 'OrderReference/ID')), 'PEPPOL-EN16931-R003').not.toBe('')
  const [seller, buyer] = ['AccountingSupplierParty/Party', 'AccountingCustomerParty/Party'].map((path) => at(root, path))
  for (const [rule, party] of [
    ['PEPPOL-EN16931-R020', seller],
    ['PEPPOL-EN16931-R010', buyer],
  ] as const) {
    const endpoint = at(party, 'EndpointID')
    const scheme = schemeOf(endpoint) ?? ''
    expect(Object.keys(SCHEMES), `${rule}, BR-CL-25`).toContain(scheme)
    expect(textOf(endpoint), rule).toMatch(SCHEMES[scheme]!)
    const number = textOf(endpoint)
    if (scheme === '0208') expect(97 - (Number(number.slice(0, 8)) % 97), 'PEPPOL-COMMON-R043').toBe(Number(number.slice(8)))
  }
  const totals = list(root.TaxTotal)
  expect(totals.filter(({ TaxSubtotal: sub }) => sub !== undefined).length, 'PEPPOL-EN16931-R053').toBe(1)
  expect(totals.length, 'PEPPOL-EN16931-R054').toBe(1)
  for (const [, attribute] of xml.matchAll(/currencyID="([^"]*)"/g))
    expect(attribute, 'PEPPOL-EN16931-R051').toBe(textOf(root.DocumentCurrencyCode))
  for (const line of list(root[isCredit ? 'CreditNoteLine' : 'InvoiceLine'])) {
    const quantity = Number(textOf(line[isCredit ? 'CreditedQuantity' : 'InvoicedQuantity']))
    const exact = quantity * Number(textOf(at(line, 'Price/PriceAmount')))
    expect(Math.abs(Number(textOf(line.LineExtensionAmount)) - exact), 'PEPPOL-EN16931-R120').toBeLessThanOrEqual(0.02)
    // A line has its reason as text; the code is in the subtotal.
    expect(textOf(line.Note), 'the reason of its VAT').not.toBe('')
    expect(at(line, 'Item/ClassifiedTaxCategory/TaxExemptionReasonCode'), 'UBL-CR-600').toBeUndefined()
  }
  for (const group of totals.flatMap(({ TaxSubtotal: sub }) => list(sub))) {
    const category = textOf(at(group, 'TaxCategory/ID'))
    const code = { E: 'VATEX-EU-132-1I', AE: 'VATEX-EU-AE' }[category]
    expect(at(group, 'TaxCategory/TaxExemptionReasonCode'), `BR-${category}-10`).toBe(code)
  }
  if (textOf(at(seller, 'PostalAddress/Country/IdentificationCode')) === 'NL') assertDutch(root, seller, buyer, isCredit)
}

/** NL-R-…: for a seller in the Netherlands. */
function assertDutch(root: Node, seller: unknown, buyer: unknown, isCredit: boolean): void {
  const address = (rule: string, party: unknown) => {
    for (const part of ['StreetName', 'CityName', 'PostalZone']) expect(textOf(at(party, `PostalAddress/${part}`)), rule).not.toBe('')
  }
  if (isCredit) expect(textOf(at(root, 'BillingReference/InvoiceDocumentReference/ID')), 'NL-R-001').not.toBe('')
  address('NL-R-002', seller)
  const company = at(seller, 'PartyLegalEntity/CompanyID')
  expect(['0106', '0190'], 'NL-R-003').toContain(schemeOf(company))
  expect(textOf(company), 'NL-R-003').not.toBe('')
  if (textOf(at(buyer, 'PostalAddress/Country/IdentificationCode')) === 'NL') {
    address('NL-R-004', buyer)
    const legal = at(buyer, 'PartyLegalEntity/CompanyID')
    if (legal !== undefined) expect(['0106', '0190'], 'NL-R-005').toContain(schemeOf(legal))
  }
  const payable = Number(textOf(at(root, 'LegalMonetaryTotal/PayableAmount')))
  if (!isCredit && payable > 0) expect(root.PaymentMeans, 'NL-R-007').toBeDefined()
  if (root.PaymentMeans)
    expect(['30', '48', '49', '57', '58', '59'], 'NL-R-008').toContain(textOf(at(root, 'PaymentMeans/PaymentMeansCode')))
}
