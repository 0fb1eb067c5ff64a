import { defineConfig, stores } from '@adonisjs/limiter'

const limiterConfig = defineConfig({
  default: 'database',
  // In the database, so that several nodes share the counts and a restart keeps them. Keys have no prefix, because
  // core/accounts/attempts.ts gives points back by them.
  stores: {
    database: stores.database({ connectionName: 'tenant', tableName: 'core_rate_limits', keyPrefix: '', clearExpiredByTimeout: false }),
  },
})

export default limiterConfig

declare module '@adonisjs/limiter/types' {
  export interface LimitersList extends InferLimiters<typeof limiterConfig> {}
}
