import type Stripe from 'stripe'
import vine from '#core/kit/validation'

export interface ProviderSettings {
  secretKey: string
  webhookSecret: string
  /** Undefined: Stripe itself. */
  apiUrl: string | undefined
}

let chosen: ProviderSettings | null = null
let client: Stripe | null = null

const validator = vine.create({
  STRIPE_SECRET_KEY: vine
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/)
    .optional(),
  STRIPE_WEBHOOK_SECRET: vine
    .string()
    .regex(/^whsec_\w+$/)
    .optional(),
  STRIPE_API_URL: vine
    .string()
    .url({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
    .optional(),
})

/**
 * The card payment provider in the environment; null: none.
 * @throws Error one line that names what is wrong
 */
export async function readProvider(env: Record<string, string | undefined>): Promise<ProviderSettings | null> {
  const given = Object.fromEntries(Object.keys(validator.schema.getProperties()).flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  const values = await validator.validate(given).catch((error: { messages?: { field: string; rule: string }[] }) => {
    const list = (error.messages ?? []).map(({ field, rule }) => `${field} (${rule})`)
    throw new Error(`Wrong settings: ${list.join(', ')}. See .env.example for what each one takes.`)
  })
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = values
  if (!secretKey && !webhookSecret && !apiUrl) return null
  if (!secretKey || !webhookSecret) throw new Error('Wrong settings: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together.')
  return { secretKey, webhookSecret, apiUrl }
}

/** Sets the provider of this process; null: none. */
export function useProvider(settings: ProviderSettings | null): void {
  chosen = settings
  client = null
}

/** Null when card payment is not available. */
export const provider = (): ProviderSettings | null => chosen

/** The official package, connected to the configured provider. @throws Error without one */
export async function stripe(): Promise<Stripe> {
  if (!chosen) throw new Error('There is no provider of card payments.')
  if (client) return client
  const { secretKey, apiUrl } = chosen
  const { default: Client } = await import('stripe')
  const url = apiUrl ? new URL(apiUrl) : null
  client = new Client(secretKey, {
    maxNetworkRetries: 1,
    // In milliseconds; a person waits for it.
    timeout: 10_000,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })
  return client
}
