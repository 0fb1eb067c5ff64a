import { defineConfig } from '@adonisjs/core/hash'
import { PasswordHasher } from '../accounts/password_hasher.js'

const hashConfig = defineConfig({
  default: 'passwords',
  list: { passwords: () => new PasswordHasher() },
})

export default hashConfig

declare module '@adonisjs/core/types' {
  export interface HashersList extends InferHashers<typeof hashConfig> {}
}
