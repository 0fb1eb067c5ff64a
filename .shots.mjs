import { chromium } from '@playwright/test'
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:'--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(' ')})
const base='http://127.0.0.1:4555'
const jobs=process.argv.slice(2)
for(const j of jobs){ const [name,w,url,auth]=j.split('|'); const ctx=await b.newContext({viewport:{width:+w,height:w<600?844:800},deviceScaleFactor:1,hasTouch:w<600,isMobile:w<600,reducedMotion:'reduce'}); 
 if(auth) await ctx.addCookies([{name:'sess',value:'1',url:base},{name:'logged_in',value:'1',url:base},{name:'logged_in_session',value:'1',url:base}])
 const p=await ctx.newPage(); p.on('console',m=>['error','warning'].includes(m.type())&&console.log(name,m.type(),m.text().slice(0,400))); p.on('pageerror',e=>console.log(name,'PAGEERR',e.message.slice(0,600)))
 await p.goto(base+url); await p.waitForTimeout(1500)
 const ov=await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth); if(ov>0) console.log(name,'OVERFLOW',ov)
 await p.screenshot({path:`/tmp/shots/${name}.png`,fullPage:name.startsWith('g')}); await ctx.close() }
await b.close()
