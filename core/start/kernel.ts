import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#core/http/exception_handler'))
server.use([() => import('#core/http/security_headers')])
