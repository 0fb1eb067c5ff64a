import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#core/pages/exception_handler'))
