import { AsyncLocalStorage } from 'node:async_hooks'

/** The data that the running code may access. Checked whenever a query takes a connection (core/tenancy/connections.ts). */
export type Scope =
  | {
      readonly kind: 'company'
      readonly companyId: number
      /** The version of the company's row that this request read (core/companies/settings_store.ts). */
      readonly settingsVersion?: string | null | undefined
    }
  | { readonly kind: 'across'; readonly reason: string }

const storage = new AsyncLocalStorage<Scope>()

/** A query ran outside any scope: a programming error, never shown to people. */
export class MissingScopeError extends Error {
  constructor() {
    super('A database query ran outside any company scope. Wrap it in inCompany(), acrossCompanies() or asSystem().')
  }
}

export function currentScope(): Scope | undefined {
  return storage.getStore()
}

/** The company of the running scope. @throws MissingScopeError outside a company's scope */
export function currentCompanyId(): number {
  const scope = storage.getStore()
  if (scope?.kind !== 'company') throw new MissingScopeError()
  return scope.companyId
}

/** The company of the running scope; null across companies. @throws MissingScopeError outside any scope */
export function currentScopeCompany(): number | null {
  return storage.getStore()?.kind === 'across' ? null : currentCompanyId()
}

// A query builder runs when it is awaited, so `await` here keeps that inside the scope.
const runIn = <T>(scope: Scope, fn: () => T | PromiseLike<T>): Promise<T> => storage.run(scope, async () => await fn())

/** Runs `fn` with access to one company's rows and the platform's shared rows only. */
export function inCompany<T>(companyId: number, fn: () => T | PromiseLike<T>, settingsVersion?: string | null): Promise<T> {
  return runIn({ kind: 'company', companyId, settingsVersion }, fn)
}

/** The company id of a scope without a company. */
export const PLATFORM = 0

/** Runs `fn` with access to the platform's shared rows only, for visitors. No company has this id. */
export function onPlatform<T>(fn: () => T | PromiseLike<T>): Promise<T> {
  return runIn({ kind: 'company', companyId: PLATFORM }, fn)
}

/**
 * Runs `fn` with access to every company, for the machinery itself: finding a session, relaying the outbox, seeding. Only core may import
 * it; work for a person goes through `acrossCompanies`, which is audited.
 */
export function asSystem<T>(reason: string, fn: () => T | PromiseLike<T>): Promise<T> {
  return runIn({ kind: 'across', reason }, fn)
}

/** Runs `fn` outside any scope, where a query throws. For tests and bare middleware. */
export function withoutScope<T>(fn: () => T): T {
  return storage.exit(fn)
}
