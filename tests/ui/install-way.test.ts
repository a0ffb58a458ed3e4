import { expect, test } from 'vitest';
import { type InstallWay, installWay, isApple } from '../../src/ports/install-way.ts';

const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iPhone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) ${IOS}`;
const webView = (device: string, chrome: string) =>
  `Mozilla/5.0 (Linux; Android ${device}; wv) ${ANDROID} Version/4.0 Chrome/${chrome} Mobile Safari/537.36`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS}`;

const phones: [name: string, way: InstallWay, userAgent: string][] = [
  ['Safari 15', 'ios', `${iPhone('15_4')} Version/15.4 Mobile/15E148 Safari/604.1`],
  ['Safari 18', 'ios', `${iPhone('18_6')} Version/18.6 Mobile/15E148 Safari/604.1`],
  // Safari 26 still reports iOS 18
  ['Safari 26', 'ios26', `${iPhone('18_6')} Version/26.0 Mobile/15E148 Safari/604.1`],
  ['Safari 26.3', 'ios26', `${iPhone('18_7')} Version/26.3 Mobile/15E148 Safari/604.1`],
  ['Chrome, iOS 17', 'ios', `${iPhone('17_5')} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
  ['Chrome, iOS 26', 'ios26', `${iPhone('26_1_0')} CriOS/144.0.7559.95 Mobile/15E148 Safari/604.1`],
  ['Firefox, iOS 17', 'ios', `${iPhone('17_5_1')} FxiOS/128.0 Mobile/15E148 Safari/605.1.15`],
  [
    'Edge, iOS 17',
    'ios',
    `${iPhone('17_1')} Version/17.0 EdgiOS/120.0.2210.126 Mobile/15E148 Safari/605.1.15`,
  ],
  [
    'Firefox, Android',
    'firefoxAndroid',
    'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
  ],
  [
    'Samsung Internet',
    'samsung',
    `Mozilla/5.0 (Linux; Android 10; K) ${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Samsung Internet, as a computer',
    'samsung',
    `Mozilla/5.0 (X11; Linux x86_64) ${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
  ],
  [
    'Chrome, Android',
    'menu',
    `Mozilla/5.0 (Linux; Android 10; K) ${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Edge, Android',
    'menu',
    `Mozilla/5.0 (Linux; Android 15) ${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`,
  ],
];

const apps: [name: string, userAgent: string][] = [
  [
    'Instagram, iOS',
    `${iPhone('26_5')} Mobile/23F77 Instagram 428.2.0.37.66 (iPhone16,2; iOS 26_5; en_US; en; scale=3.00; 1290x2796; IABMV/1; 961927775) NW/3 Safari/604.1`,
  ],
  [
    'Instagram, Android',
    `${webView('14; RMX3930 Build/UP1A.231005.007', '141.0.7390.116')} Instagram 403.0.0.49.74 Android (34/14; 320dpi; 720x1440; realme; RMX3930; RE6054; ums9230_latte; en_PK; 810081491; IABMV/1)`,
  ],
  [
    'Facebook, iOS',
    `${iPhone('18_5')} Mobile/22F76 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBBV/756351453;FBDV/iPhone14,7;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBSS/3;FBID/phone;FBLC/fr_FR;FBOP/5;FBRV/760683563;IABMV/1]`,
  ],
  [
    'Facebook, Android',
    `${webView('14; SM-S911B Build/UP1A.231005.007', '133.0.6943.117')} [FB_IAB/FB4A;FBAV/502.0.0.66.79;IABMV/1;]`,
  ],
  [
    'Facebook, Android, newer name',
    `${webView('10; MAR-LX1B Build/HUAWEIMAR-L21B', '144.0.7559.117')} IABMV/1 MetaIAB Facebook`,
  ],
  [
    'Messenger, iOS',
    `${iPhone('17_2_1')} Mobile/15E148 LightSpeed [FBAN/MessengerLiteForiOS;FBAV/445.0.0.33.112;FBBV/551297367;FBDV/iPhone14,7]`,
  ],
  [
    'TikTok, iOS',
    `${iPhone('15_5')} Mobile/15E148 musical_ly_25.1.1 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US ByteFullLocale/en isDarkMode/0 WKWebView/1 BytedanceWebview/d8a21c6 FalconTag/`,
  ],
  [
    'TikTok, iPad, like Safari',
    `Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) ${IOS} Version/16.6 Mobile/15E148 Safari/604.1 musical_ly_34.0.0 JsSdk/2.0 NetType/WIFI Channel/App Store`,
  ],
  [
    'TikTok, Android',
    `${webView('13; SM-A145F Build/TP1A.220624.014', '128.0.6613.146')} trill_360701 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/36.7.1 ByteLocale/fr Region/CM BytedanceWebview/d8a21c6`,
  ],
  ['Snapchat', `${iPhone('17_4')} Mobile/15E148 Snapchat/12.80.0.40 (like Safari/8617.2.4.10.8)`],
  ['LinkedIn', `${iPhone('18_6')} Mobile/15E148 [LinkedInApp]/9.31.1734`],
  ['Pinterest', `${iPhone('18_6')} Mobile/15E148 [Pinterest/iOS]`],
  ['X', `${iPhone('26_3')} Mobile/23D5103d Twitter for iPhone/11.57`],
  ['Line', `${iPhone('16_6')} Mobile/15E148 Line/13.5.0`],
  ['WeChat', `${iPhone('26_5')} Mobile/15E148 MicroMessenger/8.0.73(0x18004935) NetType/WIFI`],
  ['KakaoTalk', `${iPhone('18_6')} Mobile/15E148 KAKAOTALK 25.8.0`],
  ['any app on Android', webView('12; itel A665L Build/SP1A.210812.016', '118.0.5993.111')],
  ['any app on iOS', `${iPhone('15_5')} Mobile/15E148`],
];

const computers: [name: string, way: InstallWay, userAgent: string, maxTouchPoints: number][] = [
  [
    'Chrome',
    'menu',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${ANDROID} Chrome/140.0.0.0 Safari/537.36`,
    0,
  ],
  [
    'Firefox',
    'elsewhere',
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    0,
  ],
  [
    'Firefox on an Android tablet, as a computer',
    'menu',
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    5,
  ],
  ['Safari on a Mac', 'elsewhere', `${mac} Version/26.0 Safari/605.1.15`, 0],
  ['Safari 17 on an iPad', 'ios', `${mac} Version/17.6 Safari/605.1.15`, 5],
  ['Safari 26 on an iPad', 'ios26', `${mac} Version/26.0 Safari/605.1.15`, 5],
];

test.each(phones)('the way to install in %s is %s', (_, way, userAgent) => {
  expect(installWay({ userAgent, maxTouchPoints: 5 })).toBe(way);
});

test.each(apps)('%s is a window of another app', (_, userAgent) => {
  expect(installWay({ userAgent, maxTouchPoints: 5 })).toBe('inApp');
});

test.each(computers)(
  'the way to install on a computer, in %s, is %s',
  (_, way, userAgent, maxTouchPoints) => {
    expect(installWay({ userAgent, maxTouchPoints })).toBe(way);
  },
);

test('an iPad is distinguished from a Mac by its touch screen', () => {
  const userAgent = `${mac} Version/26.0 Safari/605.1.15`;
  expect([0, 5].map((maxTouchPoints) => isApple({ userAgent, maxTouchPoints }))).toEqual([
    false,
    true,
  ]);
});
