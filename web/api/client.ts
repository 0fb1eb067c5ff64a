import { createTuyau, TuyauPromise } from '@tuyau/core/client'
import { registry } from '#registry'
import { toApiError } from './api_error.js'
import { platformFetch } from './platform_fetch.js'

const tuyau = createTuyau({
  baseUrl: location.origin,
  registry,
  fetch: platformFetch,
  // TanStack Query decides about retries.
  retry: 0,
  timeout: 30_000,
})

/** Wraps the route tree so that every call rejects with ApiError only. */
function throwingApiErrors<T extends object>(node: T): T {
  return new Proxy(node, {
    get: (target, key) => throwingApiErrors(Reflect.get(target, key) as object),
    apply: (target, thisArg, args) => {
      const call = Reflect.apply(target as (...args: unknown[]) => PromiseLike<unknown>, thisArg, args)
      return new TuyauPromise(
        Promise.resolve(call).catch((error: unknown) => {
          throw toApiError(error)
        }),
      )
    },
  }) as T
}

/** Every route by name, typed from the server: `api.learning.courses.show({ params: { id } })`. */
export const api: typeof tuyau.api = throwingApiErrors(tuyau.api as object) as typeof tuyau.api

/**
 * The query string that a call takes, e.g. for a table whose state comes from
 * the address: `table.query as QueryOf<typeof api.people.participants.index>`.
 */
export type QueryOf<C extends (args: never) => unknown> =
  NonNullable<Parameters<C>[0]> extends infer Args ? (Args extends { query?: infer Q } ? NonNullable<Q> : never) : never

/** The URL of a route by name, for links and downloads: `urlFor.get('learning.courses.export')`. */
export const urlFor: typeof tuyau.urlFor = tuyau.urlFor

/**
 * The query of a list. Its validator is made from its definition (`defineList`), so no type describes it:
 * `api.people.participants.index(withQuery(table.query))`.
 */
export const withQuery = (query: Readonly<Record<string, string | number>>): object => ({ query })
