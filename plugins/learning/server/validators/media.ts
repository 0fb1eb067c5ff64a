import vine from '#core/kit/validation'
import { KEY_PATTERN } from '../course_import/yaml_fields.js'

/** What an upload of an editor is, in its query: the body is the file. */
export const mediaNameValidator = vine.create({
  kind: vine.enum(['video', 'captions', 'package'] as const),
  /** A name in small letters; of captions that of their video's file. */
  name: vine.string().maxLength(80).regex(KEY_PATTERN),
  /** Of captions. */
  language: vine
    .string()
    .regex(/^[a-z]{2}$/)
    .optional()
    .requiredWhen('kind', '=', 'captions'),
})
