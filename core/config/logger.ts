import { defineConfig, syncDestination } from '@adonisjs/core/logger'
import { settings } from './settings.js'

const { logLevel } = await settings()

const loggerConfig = defineConfig({
  default: 'app',
  loggers: {
    app: {
      enabled: logLevel !== 'silent',
      name: 'platform',
      level: logLevel,
      destination: await syncDestination(),
      redact: { paths: ['password', 'code', 'token', '*.password', '*.code', '*.token'] },
    },
  },
})

export default loggerConfig

declare module '@adonisjs/core/types' {
  export interface LoggersList extends InferLoggers<typeof loggerConfig> {}
}
