import { defineConfig, stores } from '@adonisjs/limiter'

const limiterConfig = defineConfig({
  default: 'database',
  // In the database, so that several nodes and a restart count alike.
  // Keys as they are given, with no prefix: core/accounts/attempts.ts gives points back by them.
  stores: {
    database: stores.database({ connectionName: 'tenant', tableName: 'core_rate_limits', keyPrefix: '', clearExpiredByTimeout: false }),
  },
})

export default limiterConfig

declare module '@adonisjs/limiter/types' {
  export interface LimitersList extends InferLimiters<typeof limiterConfig> {}
}
