import { XMLParser } from 'fast-xml-parser'
import { expect } from 'vitest'

// The rules of EN 16931 (its business rules, "BR-…") that our invoices could break, checked on the sent XML.

type Node = Record<string, unknown>
const list = (value: unknown): Node[] => (value === undefined ? [] : ((Array.isArray(value) ? value : [value]) as Node[]))
const at = (node: unknown, path: string): unknown => path.split('/').reduce<unknown>((one, key) => (one as Node | undefined)?.[key], node)
/** In cents, exactly: two decimals and a point, nothing else (BR-DEC-…). */
function cents(value: unknown): number {
  const text = String((value as Node | undefined)?.['#text'] ?? value)
  expect(text, 'BR-DEC').toMatch(/^-?\d+\.\d\d$/)
  return Math.round(Number(text) * 100)
}
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** Throws an assertion that names the rule. */
export function assertNorm(xml: string): void {
  const parsed = new XMLParser({ ignoreAttributes: false, parseTagValue: false, removeNSPrefix: true }).parse(xml) as Node
  const isCredit = parsed.CreditNote !== undefined
  const root = (parsed.Invoice ?? parsed.CreditNote) as Node
  const needs = (rule: string, path: string, node: unknown = root) => expect(at(node, path), rule).toBeTruthy()

  needs('BR-01', 'CustomizationID')
  needs('BR-02', 'ID')
  needs('BR-03', 'IssueDate')
  expect(String(root.IssueDate), 'BR-03').toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(root[isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode'], 'BR-04').toBe(isCredit ? '381' : '380')
  expect(root.DocumentCurrencyCode, 'BR-05').toBe('EUR')
  const [seller, buyer] = ['AccountingSupplierParty/Party', 'AccountingCustomerParty/Party'].map((path) => at(root, path))
  needs('BR-06', 'PartyLegalEntity/RegistrationName', seller)
  needs('BR-07', 'PartyLegalEntity/RegistrationName', buyer)
  needs('BR-08', 'PostalAddress', seller)
  needs('BR-09', 'PostalAddress/Country/IdentificationCode', seller)
  needs('BR-10', 'PostalAddress', buyer)
  needs('BR-11', 'PostalAddress/Country/IdentificationCode', buyer)
  needs('BR-CO-26', 'PartyTaxScheme/CompanyID', seller)
  // A VAT number begins with its country, for Greece with EL.
  for (const party of [seller, buyer]) {
    const country = String(at(party, 'PostalAddress/Country/IdentificationCode'))
    const number = at(party, 'PartyTaxScheme/CompanyID')
    if (number !== undefined) expect(String(number).slice(0, 2), 'BR-CO-09').toBe(country === 'GR' ? 'EL' : country)
  }
  const totals = root.LegalMonetaryTotal as Node
  for (const [rule, name] of [
    ['BR-12', 'LineExtensionAmount'],
    ['BR-13', 'TaxExclusiveAmount'],
    ['BR-14', 'TaxInclusiveAmount'],
    ['BR-15', 'PayableAmount'],
  ] as const)
    needs(rule, name, totals)
  const lines = list(root[isCredit ? 'CreditNoteLine' : 'InvoiceLine'])
  expect(lines.length, 'BR-16').toBeGreaterThan(0)
  for (const line of lines) {
    needs('BR-21', 'ID', line)
    const quantity = line[isCredit ? 'CreditedQuantity' : 'InvoicedQuantity'] as Node
    expect(quantity?.['#text'], 'BR-22').toBeTruthy()
    expect(quantity['@_unitCode'], 'BR-23').toBeTruthy()
    needs('BR-24', 'LineExtensionAmount', line)
    needs('BR-25', 'Item/Name', line)
    needs('BR-26', 'Price/PriceAmount', line)
    expect(cents(at(line, 'Price/PriceAmount')), 'BR-27').toBeGreaterThanOrEqual(0)
    expect(cents(line.LineExtensionAmount), 'line amount').toBe(Number(quantity['#text']) * cents(at(line, 'Price/PriceAmount')))
    needs('BR-CO-04', 'Item/ClassifiedTaxCategory/ID', line)
  }
  if (isCredit) needs('BR-55', 'BillingReference/InvoiceDocumentReference/ID')
  else needs('BR-CO-25', 'DueDate')
  if (root.PaymentMeans) {
    needs('BR-49', 'PaymentMeans/PaymentMeansCode')
    needs('BR-61', 'PaymentMeans/PayeeFinancialAccount/ID')
  }
  // Totals.
  const net = sum(lines.map((line) => cents(line.LineExtensionAmount)))
  expect(cents(totals.LineExtensionAmount), 'BR-CO-10').toBe(net)
  expect(cents(totals.TaxExclusiveAmount), 'BR-CO-13').toBe(net)
  const groups = list(at(root, 'TaxTotal/TaxSubtotal'))
  const vat = cents(at(root, 'TaxTotal/TaxAmount'))
  expect(groups.length, 'BR-CO-18').toBeGreaterThan(0)
  expect(sum(groups.map((group) => cents(group.TaxAmount))), 'BR-CO-14').toBe(vat)
  expect(cents(totals.TaxInclusiveAmount), 'BR-CO-15').toBe(net + vat)
  const prepaid = totals.PrepaidAmount === undefined ? 0 : cents(totals.PrepaidAmount)
  expect(cents(totals.PayableAmount), 'BR-CO-16').toBe(net + vat - prepaid)
  const keyOf = (category: unknown) => `${String(at(category, 'ID'))} ${String(at(category, 'Percent'))}`
  const seen = new Map<string, number>()
  for (const group of groups) {
    needs('BR-45', 'TaxableAmount', group)
    needs('BR-46', 'TaxAmount', group)
    needs('BR-47', 'TaxCategory/ID', group)
    needs('BR-48', 'TaxCategory/Percent', group)
    const rate = Math.round(Number(at(group, 'TaxCategory/Percent')) * 100)
    const exact = (cents(group.TaxableAmount) * rate) / 10_000
    expect(Math.abs(cents(group.TaxAmount) - exact), 'BR-CO-17').toBeLessThanOrEqual(0.5)
    const category = String(at(group, 'TaxCategory/ID'))
    const reason = at(group, 'TaxCategory/TaxExemptionReason')
    if (category === 'S') {
      expect(rate, 'BR-S-05').toBeGreaterThan(0)
      expect(reason, 'BR-S-10').toBeUndefined()
      needs('BR-S-02', 'PartyTaxScheme/CompanyID', seller)
    } else {
      needs(`BR-${category}-02`, 'PartyTaxScheme/CompanyID', seller)
      expect(cents(group.TaxAmount), `BR-${category}-09`).toBe(0)
      expect(reason, `BR-${category}-10`).toBeTruthy()
      expect(rate, `BR-${category}-05`).toBe(0)
    }
    if (category === 'AE') {
      needs('BR-AE-02', 'PartyTaxScheme/CompanyID', buyer)
    }
    const key = keyOf(group.TaxCategory)
    expect(seen.has(key), `BR-${category}-01: one subtotal for ${key}`).toBe(false)
    seen.set(key, cents(group.TaxableAmount))
  }
  // Each line has a subtotal of its category and rate.
  for (const line of lines) expect([...seen.keys()], 'BR-CO-18').toContain(keyOf(at(line, 'Item/ClassifiedTaxCategory')))
  // Each category's taxable amount is that of its lines (BR-S-08, BR-E-08, BR-AE-08).
  for (const [key, taxable] of seen) {
    const own = lines.filter((line) => keyOf(at(line, 'Item/ClassifiedTaxCategory')) === key)
    expect(sum(own.map((line) => cents(line.LineExtensionAmount))), `BR-S-08 ${key}`).toBe(taxable)
  }
}
