import { chromium } from '@playwright/test'
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']})
const p=await b.newPage(); p.on('console',m=>['error','warning'].includes(m.type())&&console.log(m.type(),m.text().slice(0,500))); p.on('pageerror',e=>console.log('ERR',e.message))
await p.goto('http://127.0.0.1:4556/login/noordwind'); await p.waitForTimeout(6000); console.log(await p.locator('h1').allInnerTexts())
await p.goto('http://127.0.0.1:4556/dev/gallery'); await p.waitForTimeout(10000); console.log((await p.locator('h1,h2').allInnerTexts()).join(' | '))
await b.close()
