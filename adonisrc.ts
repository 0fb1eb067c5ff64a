import { indexEntities } from '@adonisjs/core'
import { defineConfig } from '@adonisjs/core/app'
import { generateRegistry } from '@tuyau/core/hooks'

export default defineConfig({
  directories: { config: 'core/config', start: 'core/start', providers: 'core/providers', stubs: 'core/stubs' },
  commands: [() => import('@adonisjs/core/commands')],
  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/hash_provider'),
    () => import('@adonisjs/core/providers/vinejs_provider'),
    () => import('@adonisjs/lucid/database_provider'),
    () => import('@adonisjs/drive/drive_provider'),
    () => import('@adonisjs/limiter/limiter_provider'),
    // Loaded before the kernel, which mounts the plugins that it lists.
    () => import('#plugins/index'),
    () => import('#core/providers/kernel_provider'),
  ],
  preloads: [() => import('#core/start/kernel'), () => import('#core/start/routes')],
  hooks: {
    init: [
      indexEntities({
        controllers: { enabled: false },
        events: { enabled: false },
        listeners: { enabled: false },
        transformers: { enabled: false },
      }),
      generateRegistry(),
    ],
  },
})
