const α = 1; struct 名 { été: f32 } struct B{ a: u32 } // ��
﻿‎ alias ́ = u32;
