import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#core/http/exception_handler'))
