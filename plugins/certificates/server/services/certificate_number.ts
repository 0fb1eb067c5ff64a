/**
 * `NWO-2026-000123`: the company's abbreviation in at most eight letters and digits, the year, and a number that restarts each year. Pure.
 */
export function certificateNumber(abbreviation: string, year: number, sequence: number): string {
  const prefix = abbreviation
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 8)
    .toUpperCase()
  return `${prefix || 'C'}-${year}-${String(sequence).padStart(6, '0')}`
}
