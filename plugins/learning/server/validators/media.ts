import vine from '#core/kit/validation'
import { KEY_PATTERN } from '../course_import/yaml_fields.js'

/** Describes an upload of the editor, in the query; the request's body is the file. */
export const mediaNameValidator = vine.create({
  kind: vine.enum(['video', 'captions', 'package'] as const),
  /** A name in lower case; captions have the name of their video's file. */
  name: vine.string().maxLength(80).regex(KEY_PATTERN),
  /** Language of captions. */
  language: vine
    .string()
    .regex(/^[a-z]{2}$/)
    .optional()
    .requiredWhen('kind', '=', 'captions'),
})
