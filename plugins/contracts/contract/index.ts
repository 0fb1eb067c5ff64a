import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'
import { defineStatuses } from '#core/contract/statuses'

/** Specification, section 4; by its dates. Words: `contracts.status.<status>`. */
export const CONTRACT_STATUSES = ['active', 'planned', 'ended'] as const
export type ContractStatus = (typeof CONTRACT_STATUSES)[number]
export const contractStatuses = defineStatuses('contracts.status', {
  active: ['success', 'live'],
  planned: ['info', 'planned'],
  ended: ['neutral', 'ended'],
})

/** What its limit counts: people, or courses given; or nothing. */
export const CONTRACT_TYPES = ['participants', 'courses', 'unlimited'] as const
export type ContractType = (typeof CONTRACT_TYPES)[number]

/** How a place of a contract stands; words: `contracts.use.<state>`. */
export const USE_STATES = ['waiting', 'started', 'given_back'] as const
export type UseState = (typeof USE_STATES)[number]
export const useStates = defineStatuses('contracts.use', {
  waiting: ['warning', 'waiting'],
  started: ['success', 'success'],
  given_back: ['neutral', 'canceled'],
})

export interface ContractUse {
  /** What uses it, unique in the company: `booking:B000012`. */
  subject: string
  courseId: number
  membershipIds: readonly number[]
  /** Who uses it bills by itself what it costs past the limit. */
  billsItself?: boolean
}

/** What a contract means to a use of it. */
export interface ContractTerms {
  contractId: number
  name: string
  /** What it asks for who is past its limit, in cents without VAT, in all. */
  extraCents: number
}

/** A company's contracts. In its scope. */
export interface ContractsService {
  /**
   * What it would mean, without taking anything; null: no contract gives this course.
   * @param people how many are new to it: people who are not members yet
   * @throws AppError 409 contract_limit_reached
   */
  preview(use: ContractUse & { people: number }): Promise<ContractTerms | null>
  /** Takes the places, in the caller's transaction. The same subject twice is one use. @throws AppError 409 contract_limit_reached */
  take(trx: TransactionClientContract, use: ContractUse): Promise<ContractTerms | null>
  /** Idempotent. @param but whose place was used and stays theirs: they began */
  giveBack(trx: TransactionClientContract, subject: string, but?: readonly number[]): Promise<void>
  /** Places of some of a subject's people go on under another subject, as they are. */
  handOn(trx: TransactionClientContract, subject: string, to: string, membershipIds: readonly number[]): Promise<void>
  /** Whether an order number may stand on a bill: one of the company's purchase orders that run, where it keeps any. */
  acceptsOrderNumber(orderNumber: string | null): Promise<boolean>
}

export const contractsService = defineService<ContractsService>('contracts.service')
