import { defineSettings } from '#core/contract/settings'

const platform = { platform: true, everywhere: false } as const

/**
 * The terms under which a company books. They belong to the platform: its admins change them, a company's supervisors see them, and each
 * booking keeps the terms under which it was made. Amounts are euros here, as people type them, and cents everywhere else.
 */
export const bookingSettings = defineSettings('booking', [
  { key: 'free_days', kind: 'number', min: 0, max: 365, default: 14, required: true, group: 'cancelling', half: true, ...platform },
  { key: 'part_days', kind: 'number', min: 0, max: 365, default: 7, required: true, group: 'cancelling', half: true, ...platform },
  { key: 'part_percent', kind: 'number', min: 0, max: 100, default: 50, required: true, group: 'cancelling', half: true, ...platform },
  {
    key: 'exam_price',
    kind: 'number',
    min: 0,
    max: 100_000,
    decimals: true,
    default: 195,
    required: true,
    group: 'prices',
    half: true,
    ...platform,
  },
  {
    key: 'card_costs',
    kind: 'number',
    min: 0,
    max: 1000,
    decimals: true,
    default: 0.35,
    required: true,
    group: 'prices',
    half: true,
    ...platform,
  },
  {
    key: 'invoice_costs',
    kind: 'number',
    min: 0,
    max: 1000,
    decimals: true,
    default: 0,
    required: true,
    group: 'prices',
    half: true,
    ...platform,
  },
])
