import { Vine, VineBoolean, VineNumber, symbols } from '@vinejs/vine'
import { isPlainLine } from '../contract/plain_line.js'

const { IS_OF_TYPE } = symbols

type Literal = Parameters<Vine['literal']>[0]

class StrictNumber extends VineNumber {
  // The base class calls `Number(value)`, which throws on an object with its own toString.
  [IS_OF_TYPE] = (value: unknown): boolean => typeof value === 'number'

  override clone(): this {
    return new StrictNumber(this.cloneOptions(), this.cloneValidations()) as this
  }
}

const BOOLEANS = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/**
 * VineJS with strict types: a body's values must have the type that the validator names. By default VineJS converts strings, arrays and
 * objects to numbers and booleans, so that `{"toString":0}` ends in a 500. Import this instead of `@vinejs/vine` (a lint rule checks it).
 */
class PlatformVine extends Vine {
  /** A JSON number, not a string or array. For a query string use `queryNumber`. */
  override number(options?: { strict?: boolean }): VineNumber {
    return new StrictNumber({ strict: true, ...options })
  }

  /** `true` or `false`. For a query string use `queryBoolean`. */
  override boolean(options?: { strict?: boolean }): VineBoolean {
    return super.boolean({ strict: true, ...options })
  }

  /** Exactly this value and type. */
  override literal<const Value extends Literal>(value: Value) {
    return super.literal(value).parse((given) => (given === value ? given : null))
  }

  /** A number in a query string, where everything is text. */
  queryNumber(): VineNumber {
    return this.number().parse((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value))
  }

  /** `true`, `1`, `false` or `0` of a query string. */
  queryBoolean(): VineBoolean {
    return this.boolean().parse((value) => BOOLEANS.get(value) ?? value)
  }

  /**
   * A name or other single-line text: trimmed, not empty, without invisible characters (rule `hidden_characters`; contract/plain_line.ts).
   * @param max most characters
   */
  line(max: number) {
    return this.optionalLine(max).minLength(1)
  }

  /** The same, but it may be empty. */
  optionalLine(max: number) {
    return this.string().trim().maxLength(max).use(plainLine())
  }

  /** The infix of a name ("van der"): null when empty; undefined when not sent, which changes nothing. */
  infix() {
    return this.optionalLine(100)
      .transform((value) => value || null)
      .nullable()
      .optional()
  }
}

const vine = new PlatformVine()

const plainLine = vine.createRule((value, _options, field) => {
  if (typeof value === 'string' && !isPlainLine(value)) field.report('Hidden characters', 'hidden_characters', field)
})

export default vine
