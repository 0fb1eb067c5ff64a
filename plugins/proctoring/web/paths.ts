import { pagePath } from '#web/shell'

export const reviewsPath = (tab?: string) => `${pagePath('proctoring.list') ?? '/'}${tab ? `?tab=${tab}` : ''}`
export const reviewPath = ({ person, activity, attempt }: { person: number; activity: number; attempt: number }) =>
  pagePath('proctoring.view', { userid: person, activity_id: activity, attempt }) ?? '/'
export const preparePath = (participation: number, activity: number) => pagePath('proctoring.prepare', { participation, activity }) ?? '/'
export const practicePath = (participation: number, activity: number) => pagePath('proctoring.practice', { participation, activity }) ?? '/'
export const receiptPath = (token: string) => pagePath('proctoring.receipt', { token }) ?? '/'
export const evidencePath = (attempt: number) => pagePath('proctoring.evidence', { attempt }) ?? '/'
