import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createUrlEditor } from '../ui/url_params.js'

let here = { pathname: '/deelnemers', search: '' }
let turn: (() => void)[] = []
const went = vi.fn((search: string, _options: { replace: boolean }) => {
  here = { ...here, search }
})
const edit = createUrlEditor(
  () => here,
  (run) => turn.push(run),
)
const endOfTurn = () => turn.splice(0).forEach((run) => run())

beforeEach(() => {
  here = { pathname: '/deelnemers', search: '?status=active' }
  turn = []
  went.mockClear()
})

describe('editing the address', () => {
  it('keeps both of two edits made before the next render', () => {
    edit((params) => params.set('participant', '7'), {}, went)
    edit((params) => params.set('q', 'jan'), { replace: true }, went)
    endOfTurn()
    expect(went).toHaveBeenCalledTimes(1)
    // Opening the panel adds a history entry, so that "back" closes it.
    expect(went).toHaveBeenCalledWith('?status=active&participant=7&q=jan', { replace: false })
  })

  it('starts from the current address, not from that of the last render of the search field', () => {
    edit((params) => params.set('participant', '7'), {}, went)
    endOfTurn()
    edit((params) => params.set('q', 'jan'), { replace: true }, went)
    endOfTurn()
    expect(here.search).toBe('?status=active&participant=7&q=jan')
    expect(went).toHaveBeenLastCalledWith(expect.anything(), { replace: true })
  })

  it('drops an edit for a page that has been left', () => {
    edit((params) => params.delete('participant'), { replace: true }, went)
    here = { pathname: '/dashboard', search: '?period=week' }
    endOfTurn()
    expect(went).not.toHaveBeenCalled()
    edit((params) => params.set('period', 'month'), {}, went)
    endOfTurn()
    expect(here.search).toBe('?period=month')
  })
})
