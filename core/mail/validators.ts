import vine from '../http/validation.js'

/** What a mail service tells of a mail that came back. `mail`: its Message-ID, or the address that it said to come from. */
export const reportValidator = vine.create({
  id: vine.line(200),
  mail: vine.line(320),
  status: vine
    .string()
    .regex(/^5\.\d{1,3}\.\d{1,3}$/)
    .optional(),
  reason: vine.line(500),
})
