import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'
import { defineStatuses } from '#core/contract/statuses'

/** Specification, section 4; derived from its dates. Texts: `contracts.status.<status>`. */
export const CONTRACT_STATUSES = ['active', 'planned', 'ended'] as const
export type ContractStatus = (typeof CONTRACT_STATUSES)[number]
export const contractStatuses = defineStatuses('contracts.status', {
  active: ['success', 'live'],
  planned: ['info', 'planned'],
  ended: ['neutral', 'ended'],
})

/** The unit of its limit: people, courses given, or none. */
export const CONTRACT_TYPES = ['participants', 'courses', 'unlimited'] as const
export type ContractType = (typeof CONTRACT_TYPES)[number]

/** The state of a used place; texts: `contracts.use.<state>`. */
export const USE_STATES = ['waiting', 'started', 'given_back'] as const
export type UseState = (typeof USE_STATES)[number]
export const useStates = defineStatuses('contracts.use', {
  waiting: ['warning', 'waiting'],
  started: ['success', 'success'],
  given_back: ['neutral', 'canceled'],
})

export interface ContractUse {
  /** The subject of the use, unique in the company: `booking:B000012`. */
  subject: string
  courseId: number
  membershipIds: readonly number[]
  /** The user of the place bills the costs past the limit itself. */
  billsItself?: boolean
}

/** The effect of a contract on a use. */
export interface ContractTerms {
  contractId: number
  name: string
  /** The total price of the people past its limit, in cents without VAT. */
  extraCents: number
}

/** What giving a course to people would do. */
export interface ContractForecast {
  /** The name of the contract; null: none covers the course, so it is free. */
  contract: string | null
  /** The total price of the people past its limit, in cents without VAT. */
  extraCents: number
  /** Members who get no place because the contract is full. */
  refused: number[]
}

/** A company's contracts. In its scope. */
export interface ContractsService {
  /**
   * Returns the price of a use, without taking a place; null if no contract covers this course.
   * @param people number of people who are not members of the contract yet
   * @throws AppError 409 contract_limit_reached
   */
  preview(use: ContractUse & { people: number }): Promise<ContractTerms | null>
  /**
   * Returns what giving these courses would do, without taking a place: one person after the other, so that a place is given once.
   * @returns one forecast for each use, in the same order
   */
  forecast(uses: readonly Pick<ContractUse, 'courseId' | 'membershipIds'>[]): Promise<ContractForecast[]>
  /** Takes the places, in the caller's transaction. The same subject twice is one use. @throws AppError 409 contract_limit_reached */
  consume(trx: TransactionClientContract, use: ContractUse): Promise<ContractTerms | null>
  /** Releases places. Idempotent. @param but people who have started: their place stays used */
  release(trx: TransactionClientContract, subject: string, but?: readonly number[]): Promise<void>
  /** Moves the places of some of a subject's people to another subject, unchanged. */
  transfer(trx: TransactionClientContract, subject: string, to: string, membershipIds: readonly number[]): Promise<void>
  /** Whether a bill may have this order number: one of the company's active purchase orders, if it has any. */
  acceptsOrderNumber(orderNumber: string | null): Promise<boolean>
}

export const contractsService = defineService<ContractsService>('contracts.service')
