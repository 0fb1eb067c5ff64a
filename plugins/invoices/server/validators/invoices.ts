import vine, { day } from '#core/kit/validation'

export const sellerValidator = vine.create({
  name: vine.line(200),
  street: vine.line(200),
  postalCode: vine.line(20),
  city: vine.line(100),
  country: vine.string().regex(/^[A-Z]{2}$/),
  vatNumber: vine
    .string()
    .parse((value) => (typeof value === 'string' ? value.replace(/[\s.-]/g, '') : value))
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}[A-Z0-9]{4,18}$/),
  registrationNumber: vine.line(50),
  iban: vine
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}\d{2}[A-Z0-9 ]{8,34}$/),
  bic: vine
    .string()
    .trim()
    .toUpperCase()
    .regex(/^$|^[A-Z0-9]{8,11}$/),
  email: vine.string().trim().email().maxLength(254),
  /** Absent: not registered. */
  crkboSince: day({ min: '1990-01-01', max: '2099-12-31' }).nullable().optional(),
})
