/** The job that requests a refund from the provider. */
export const REFUND_JOB = 'payments.refund'
