import vine from '../http/validation.js'

/** A mail service's report of a bounced mail. `mail`: its Message-ID, or its return path. */
export const reportValidator = vine.create({
  id: vine.line(200),
  mail: vine.line(320),
  status: vine
    .string()
    .regex(/^5\.\d{1,3}\.\d{1,3}$/)
    .optional(),
  reason: vine.line(500),
})
