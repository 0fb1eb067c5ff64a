/** The job that asks the provider to give money back. */
export const REFUND_JOB = 'payments.refund'
