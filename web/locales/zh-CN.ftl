### 页面的简体中文文字。
### 花括号里的值来自引擎。API 的名称（backoffLimit、syncJob、Pod 状态）不翻译。

## 页眉

scenario = 场景
scenario-own = 你自己的清单
scenario-pi = 计算 pi 的 Job
    .title = pi
    .what = 一个 Pod，restartPolicy 为 Never
scenario-slow-start = 一次创建十五个 Pod
scenario-quota = 慢启动遇上配额
scenario-work-queue = 共享工作队列的 Pod
    .title = 工作队列
    .what = parallelism 为 3，没有 completions
scenario-failing = 一直失败的 Pod
scenario-indexed = Indexed：每个完成项都有编号
    .title = Indexed
    .what = completions 为 5，各有一个索引
scenario-failure-policy = 让 Job 立即失败的失效策略
    .title = 失效策略
    .what = 退出码 42 让 Job 立即失败
scenario-suspended = 挂起的 Job
    .title = 挂起
    .what = 等你恢复它
kubernetes = Kubernetes
spec-drawer = 规约
theme = 主题：{ $name }
theme-system = 跟随系统
theme-light = 浅色
theme-dark = 深色
language = 语言：{ $name }
preferences = 主题与语言
theme-of-page = 主题
language-of-page = 语言
help = 帮助与快捷键
gates = 与版本默认值不同的特性门控
gate-on = { $gate } 开
gate-off = { $gate } 关

deferred-loading = 正在加载……
deferred-failed = 页面的这一部分无法加载。
deferred-again = 重新加载

share = 分享
share-title = 分享此会话
share-link = 链接
share-copying = 正在生成链接……
share-copied = 链接已复制。
share-by-hand = 浏览器不允许页面复制。链接已选中：请手动复制。
share-what = 打开链接的人看到的与你看到的相同：版本、特性门控、清单、每一步以及所处位置。全部内容都在链接本身（{ $n }{"\u00A0"}个字符）中，不会发送到任何服务器。
share-long = 有些程序会截断这么长的链接。
share-too-many-steps = 步骤太多，无法放进链接。请撤销一些，或重新开始。
share-too-much-text = 清单太长，无法放进链接。请缩短清单。
share-too-much = 这个会话的内容超出链接或文件的容量。请缩短记录时间，或减少记录的对象。
embed-step = 单步
embed-open = 在 jobscope 中打开
embed-awaited = 场景正在加载。
embed-none = 没有指定场景。写法见 jobscope 的嵌入文档。
and-more = 还有 { $n }{"\u00A0"}个
pods-none-yet = 还没有 Pod
version-status = 页面版本
version-newer = jobscope 有新版本了。当前会话会保留。
version-load = 加载新版本
copy-as = 复制为
copy-as-link = Markdown 链接
copy-as-frame = iframe（HTML）
copy-as-element = 元素（HTML）
copy-as-rust = Rust 测试
copy-as-javascript = JavaScript 测试
copy-as-transcript = 文字记录
copy-as-markdown = 文字记录（Markdown）
copy-as-picture = 时间线（SVG）
copy-as-done = 已复制：{ $what }。
copy-as-by-hand = 浏览器不允许页面复制。文本已选中：请手动复制。
copy-as-text = 要复制的文本
copy-as-writing = 正在写文字记录：第 { $n } 步，共 { $of } 步。
copy-as-progress = 写入进度
copy-as-written = 完整的文字记录已写好。
copy-as-copy = 复制文字记录
copy-as-save = 保存文字记录
copy-title = Kubernetes { $release } 中的 Job { $job }
copy-title-none = Kubernetes { $release } 的会话
transcript-step = 第 { $n } 步 · { $at }
transcript-question = 问题
transcript-operands = 操作数
transcript-answer = 回答
file-save = 保存为文件
file-open = 打开文件…
file-what = 一个只有几行、可读可改的文件。在此打开，拖放到页面上，或直接粘贴到页面上；Job 清单也可以。
file-broken = 无法打开该文件
file-broken-unchanged = 你自己的清单和规则保持不变。请更正文件后再打开。
file-wrong = 第 { $line } 行第 { $column } 列有误：
file-not-given = 浏览器不允许页面读取它。
file-not-unpacked = 它的名字以 .gz 结尾，但无法解压。请用 gunzip 解压，再打开得到的文件。
pasted-broken = 无法打开你粘贴的内容
pasted-broken-unchanged = 你自己的清单和规则保持不变。请重新完整复制，再粘贴到这里。
cluster-broken = 无法打开 kubectl 打印的内容
cluster-broken-unchanged = 你自己的清单和规则保持不变。请重新完整复制，再粘贴到这里。
cluster-impossible = 该版本不可能产生这些对象。请选择你的集群的版本。
cluster-unfit = { $release } 不可能存储这些对象：{ $path } 自 { $since } 才引入。
cluster-earlier = { $path } 表明这些对象由 { $until } 或更早的版本写入。
cluster-earlier-missing = 缺少 { $path }，说明这些对象由 { $until } 或更早的版本写入。
cluster-open-under = 在 { $release } 中打开
open-empty = 内容为空。请粘贴清单，或粘贴以下命令的输出：
open-too-long = 内容有 { $bytes } 字节，jobscope 最多读取 { $most } 字节。请按名称只打印相关的 Job。
open-unknown = 这不是会话、清单，也不是集群中的对象。请粘贴清单，或粘贴以下命令的输出：
open-table = 这是表格，其中省略了对象的大部分内容。请粘贴以下命令的输出：
open-events = 这些是 Event，只说明对象发生过什么，不包含对象本身。请粘贴以下命令的输出：
open-description = 这是供人阅读的描述，不含 UID 和属主引用。请粘贴以下命令的输出：
open-command = 这是命令，而不是它的输出。请运行以下命令，并粘贴其输出：
open-nothing = kubectl 没有找到可打印的对象。请在以下命令中用 -n 指定 Job 所在的命名空间：
open-no-job = 其中没有 Job。请把 Job 和它的 Pod 一起打印：
open-pods-alone = 只有 Pod { $pod }，没有它所属的 Job。请把 Job 和 Pod 一起打印：
open-other-owner = Pod { $pod } 属于 { $kind } { $owner }，不属于 Job。请打印一个 Job 和它的 Pod：
open-without-pods = Job { $job } 有 { $n }{"\u00A0"}个活动的 Pod，这里却一个也没有。请把 Job 和 Pod 一起打印：
open-no-uid = 第 { $line } 行第 { $column } 列的对象没有 UID，无法判断哪些 Pod 属于哪个 Job。请按集群中的原样打印对象：
open-no-name = 第 { $line } 行第 { $column } 列的对象没有名称。请按集群中的原样打印对象：
open-same-uid = 第 { $line } 行第 { $column } 列的对象与另一个对象的 UID 相同。每个对象只打印一次：
open-same-name = 第 { $line } 行第 { $column } 列的对象与另一个对象同名。请只打印一个命名空间（-n）中的对象：
open-too-many-jobs = Job 超过 { $most }{"\u00A0"}个。请按名称只打印相关的 Job。
misplaced-cluster = 这些对象来自集群：它们带有只有服务器才会设置的 UID 和 status。
misplaced-cluster-open = 作为集群状态打开
misplaced-manifest = 只保留清单
misplaced-around = 清单前后还有其他文本。
misplaced-session = 这是会话，不是清单。
misplaced-session-open = 打开会话
misplaced-history = 这是集群的历史记录，不是清单。
misplaced-history-open = 解释这段历史
cluster-title = 来自你的集群的 Job
cluster-ask = 你的 Job 卡住了吗？
cluster-answer = 粘贴 kubectl 打印的 Job 和 Pod，用你自己的数据看控制器停在哪个问题上。这些内容都不会离开本页。
cluster-button = 粘贴你的 Job…
cluster-button-history = 解释发生过什么…
cluster-what = 在 Job 的命名空间（-n）中打印它和它的 Pod，把全部内容粘贴到下面。Pod 只保留控制器会读取的部分和无法启动的原因；Job 连同其模板完整保留。
cluster-missing = 如果缺少 Pod，配额和 Event 可能说明原因：
cluster-text = kubectl 打印的内容（YAML 或 JSON）
cluster-open = 打开
cluster-way = 要看什么
cluster-now = 当前状态
cluster-happened = 发生过什么
cluster-record = 在事情发生时，打开三个终端，在 Job 的命名空间中分别记录 Job、它的 Pod 和 Event。请在创建 Job 之前开始；较晚开始的记录也可以读取。用 Ctrl+C 停止每条命令。
cluster-audit = API 服务器的审计日志能提供精确的时间和被拒绝的请求。日志文件由 --audit-log-path 指定，通常位于控制平面节点的 /var/log/kubernetes 下。审计策略必须对 jobs、jobs/status、pods 和 pods/status 设置 level: RequestResponse。
cluster-files = 请一起打开这些文件，或把它们全部拖到页面上的任意位置。文件只留在你的浏览器中。
cluster-open-files = 打开文件…
cluster-or-paste = 或粘贴这些命令打印的内容
cluster-any-release = 所有版本
cluster-explain = 解释
cluster-left-out = 不模拟，因此未采用：{ $kinds }。
cluster-begins-now = 会话从现在（{ $time }）开始。
cluster-begins-latest = 会话从 { $time } 开始，这是文本中最后一件事发生的时间。
cluster-begin-now = 从现在开始
cluster-begin-latest = 从 { $time } 开始
cluster-if-still = 如果集群现在仍是这样：
overdue-creates = { $job } 的下一次同步早该完成：{ $release } 的控制器如果在运行，{ $time } 前就会执行它。可能的原因：创建请求被拒绝（此时 kubectl describe job 会显示 FailedCreate）；控制器仍在等待同名旧 Job 的 Pod（五分钟后，Job 的任何变化都会结束这种等待）；kube-controller-manager 没有运行。
overdue-writes = { $job } 的下一次同步早该完成：{ $release } 的控制器如果在运行，{ $time } 前就会执行它。可能的原因：针对 Job 或 Pod 的 Webhook 或策略拒绝了写请求（没有 Event 会显示这一点，但 kube-controller-manager 的日志会）；kube-controller-manager 没有运行。
cluster-known = 请选择集群的版本。控制器的内存不保存在任何对象中，所以它在这里像重启后那样开始。时钟从现在开始；如果文本中最晚的时间在一天以前，则从那个时间开始。打开之后可以更改。在你指定之前，Pod 保持原样；只有失败的镜像拉取会重试。Event 中只读取 Pod 被拒绝的原因。
history-too-long = 这些文件共有 { $bytes } 字节；jobscope 最多读取 { $most } 字节。请只记录相关的命名空间。
history-too-many = 对象版本超过 { $most } 个。请只记录相关的命名空间，或缩短记录时间。
history-no-job = { $n ->
    [0] 其中没有 Job。请同时记录 Job：
   *[other] 其中没有 Job，并有 { $n } 段内容无法读取。请同时记录 Job：
}
history-in-files = 此会话文件的历史记录在其他文件中。请将它们与此文件一起打开：{ $files }
history-not-explained = 此会话指向一份录制的历史记录。请在页面中打开它。
source-too-many = 此地址指向的文件超过 { $most } 个。
history-no-such-job = 其中没有 Job { $job }。
history-audit-level = 审计日志的级别是 { $level }，不包含对象。请在审计策略中对 jobs、jobs/status、pods 和 pods/status 设置 level: RequestResponse。
history-two-clusters = resourceVersion { $version } 既属于 { $one }，又属于 { $other }：这是两个集群的记录。请只打开一个集群的记录。
history-coming = 正在解释历史记录。完成之前，当前会话保持不变。
history-progress = 解释历史记录的进度
history-reading = 正在读取
history-trying = { $release }，第 { $tried } 个版本，共 { $of } 个
history-explaining = 使用 { $release }
history-open-now = 现在用 { $release } 打开
history = 历史记录
history-observed = 观察到
    .title = 集群存储了这一内容
history-inferred = 推断
    .title = 这一定发生在集群两次存储之间
history-version = resourceVersion { $version } · { $writer }
history-sync = 这次同步期间存储了 { $n } 个对象版本
history-idle = 这次同步没有写入
history-several = 多种可能之一：另一种事件送达顺序也能解释相同的写入
history-between = 在两个对象版本之间
history-objects = { $n ->
    [1] 对象
   *[other] { $n } 个对象
}
history-object = 对象的 YAML
history-raw = 与 kubectl 或审计日志打印的一致。
history-kept = 与会话中的一致：Pod 只有控制器会读取的部分。打开记录文件可查看完整对象。
history-all = { $writes ->
    [0] Job 控制器没有写入
   *[other] { $writes } 次写入全部得到解释
}
history-some = { $writes } 次写入中有 { $explained } 次得到解释
history-report = 报告
history-title = 发生了什么，以及如何解释
history-explains-all = { $writes ->
    [0] 在这段历史中，Job 控制器没有写入。
   *[other] { $release } 能解释 Job 控制器的全部 { $writes } 次写入，共 { $syncs } 次同步。
}
history-explains-some = { $release } 能解释 Job 控制器 { $writes } 次写入中的 { $explained } 次，共 { $syncs } 次同步。
history-by = 谁写入
history-writer = 写入者
history-writes = 对象版本数
history-lost = { $n } 次写入没有同步能够解释
history-more = 另有 { $n } 次，时间线上均有标记
history-write = { $change ->
    [created] 创建
    [deleted] 删除
   *[changed] 更改
} { $kind ->
    [job] Job
   *[pod] Pod
} { $name }（resourceVersion { $version }）
history-lacks-sync = 该版本没有同步会这样写入。
history-lacks-memory = 记录开始得较晚，或缺少对象版本，因此不知道控制器当时内存中有什么。
history-lacks-writer = 无法得知写入者。
history-nearest = { $release } 会写入 { $field }：{ $would }。集群存储的是 { $was }。
history-nearest-write = { $release } 会写入 { $would }。集群存储的是 { $was }。
history-go = 转到第 { $step } 步
history-step = 第 { $step } 步
history-several-title = { $n } 次同步还有其他可能
history-several-what = 记录无法判断这些同步是否看到了最后一个 watch 事件：无论看到与否，写入都相同。
history-releases = 哪些版本能够解释
history-whole = { $releases } 能解释全部 { $writes } 次写入。
history-whole-none = 没有版本能解释全部写入。
history-to = { " " }至{ " " }
history-first = { $writes } 次写入中有 { $explained } 次得到解释。第一个不能解释的是：{ $write }。
history-untried = 未尝试
history-shown = 当前显示
history-show = 显示
history-explain-with = 显示 { $release }
history-try-all = 尝试所有版本
history-input = 读取的内容
history-of = Job { $job }，{ $events ->
    [0] 没有 Event
   *[other] 有 { $events } 个 Event
}
history-late = 记录从 Job 生命周期的中途开始：控制器当时内存中的内容未知。
history-partial = 有一类对象只出现在审计日志中：可能缺少他人的更改。
history-unread = 有 { $n } 段内容无法读取，例如残缺的行。
history-left-out = 有 { $n } 个对象版本属于其他 Job 或 Pod，未采用。
history-passed-over = 有 { $n } 个其他类型的对象，未采用。
history-repeated = 有 { $n } 个对象版本重复出现。
history-beyond = 有 { $n } 个对象版本晚于残缺文件的结尾，未采用。
history-missing = 记录中至少缺少 { $n } 个对象版本，因此每次推断的同步都只是多种可能之一。
history-jobs = { $n } 个 Job 之一
history-job = { $job } · { $n } 个对象版本
history-not-here = 只有在打开记录文件的页面上，才能得知哪些版本能够解释，并查看完整对象。
writer-job = Job 控制器
writer-gc = 垃圾收集器
writer-ttl = TTL-after-finished 控制器
writer-pod-gc = Pod 垃圾收集
writer-kubelet = kubelet
writer-scheduler = 调度器
writer-person = 用户
writer-other = 另一个控制器
writer-unknown = 未知的写入者
lane-by-job = 未解释
lane-by-gc = GC
lane-by-ttl = TTL
lane-by-pod-gc = Pod GC
lane-by-kubelet = kubelet
lane-by-scheduler = 调度器
lane-by-person = 用户
lane-by-other = 其他
lane-by-unknown = 未知
mark-unexplained = 未解释
mark-unexplained-field = 未解释：{ $field }
mark-unknown-memory = 内存未知
mark-unknown-writer = 写入者未知
this-release = 该版本
source-broken = 无法打开来自 { $host } 的文件
source-broken-unchanged = 你自己的清单和规则保持不变。
source-not-fetched = 无法获取：该主机没有应答、转到了别的地址，或不允许其他主机的页面读取（CORS）。请下载该文件，再在这里打开。
source-no-address = src= 后面不是网络地址。
source-status = 该主机以状态码 { $status } 应答。
source-no-text = 它不是文本。请打开 YAML 或 JSON：会话、清单，或 kubectl 输出的内容。
source-fetching = 正在从 { $host } 获取会话……
source-ask = 要打开来自 { $host } 的会话吗？
source-what = 此页面的地址指向保存在别处的会话。如果打开，你的浏览器会向 { $host } 请求它，该主机会得知你的网络地址。不会发送你的任何内容。
source-agree = 打开
source-refuse = 不打开
coming = 正在打开一个较长的会话。打开完成之前，当前会话仍会保留。
coming-progress = 会话打开进度
coming-steps = { $done } / { $all } 步
coming-stop = 取消
arrived-link = 链接中的会话已打开。
arrived-file = 文件中的会话已打开。
arrived-pasted = 你粘贴的会话已打开。
arrived-host = 来自 { $host } 的会话已打开。
arrived-cluster = 这是你的集群的当前状态。控制器在这里重新启动：按“步过”，它就会同步这个 Job。
arrived-history-gaps = 历史记录已打开，但至少缺少 Job 和 Pod 的 { $n } 个对象版本。请在创建 Job 之前开始记录两者。
arrived-history = 历史记录已打开。你可以逐步查看：每一步要么是在集群中观察到的，要么是推断的。
arrived-manifest = 清单已放入编辑器。“应用”会把它发送给 API 服务器。
arrived-manifest-wrong = 清单已放入编辑器。请先改正下面列出的问题，然后才能应用。
arrived-undo = 撤销
restarted = 会话已在 { $release } 下重新开始。“撤销”可以恢复之前的 { $n }{"\u00A0"}步。
live-waiting = 正在连接终端中的 jobscope。
live-following = 实时：页面正在跟随集群中的 Job。
live-staying = 实时：新步骤会添加到末尾，页面停留在当前步骤。
live-edited = 你修改了会话，因此暂不显示集群中新的对象版本。
live-ended = 记录已结束，内容已全部显示。
live-lost = 终端中的 jobscope 没有响应，页面会重试。
live-wrong = 无法解释记录的内容：{ $why }
live-to-end = 转到末尾
live-again = 重新跟随集群
link-broken = 无法打开该链接
link-broken-unchanged = 你自己的清单和规则保持不变。请重新索取链接，并完整复制。
link-unknown-version = 此版本的 jobscope 无法识别其格式，它可能来自更新的版本。
link-damaged = 它已损坏：有一部分在传输途中丢失或被更改。
link-too-long = 它所代表的内容超出了会话的上限。
link-no-session = 它是完整的，但其中没有会话。
link-refused = 其中的第 { $step } 步被拒绝：
link-too-many-branches = 它的分支数超过了一个会话的上限。
link-no-branch = 它要显示分支 { $branch }，但该分支不存在。
link-no-fork = 它在第 { $step } 步之后从分支 { $branch } 分出，但这一步不存在。
link-in-branch = 在分支 { $branch } 中：{ $error }
link-nothing-to-do = 它需要第 { $step } 步，但此处不会再自动发生任何事。
close = 关闭

## 帮助

help-title = 如何阅读本页
help-what = jobscope 在本页中运行某个 Kubernetes 版本的 Job 控制器，并可在任意处停下。任何内容都不会离开你的浏览器。
help-spec = 在“规约”中编辑 Job，然后按“应用”。规则决定 Pod 的行为；故障让 API 服务器拒绝请求。
help-step = “步过”执行集群中接下来发生的事。“步入”在控制器提出的每个问题、发出的每个调用处停下。“单步后退”撤销前者或后者。
help-why = “原因”用一句话说明发生了什么。下面按该版本源码的顺序列出各个问题，以及起决定作用的数字。
help-pods = 点击某个 Pod，或在其上按 Enter，选择它接下来会怎样。用 Shift、Ctrl 和空格键可选择多个。Pod 上的挂锁表示 finalizer，Σ 表示 Job 已记下它的结束，带勾的 Σ 表示已计数。
help-stale = 控制器尚未看到的内容以琥珀色斜纹显示：watch 事件要等到送达。
help-time = 时间线标尺上的每个刻度是一步的结束。宽度的一半平均分给各步，另一半按经过的时间分配：时间长或步骤密集的地方更宽。
help-docs = 文档（英文）：会话文件、终端、嵌入、课程、历史记录、托管
help-shapes = 形状的含义
help-keys = 快捷键
key-step-over = 步过：下一个动作
key-step-into = 步入：下一个问题或调用
key-step-out = 步出：本次同步结束处
key-step-back = 单步后退
key-play = 播放或暂停
key-start = 回到开头
key-end = 到最新的一步
key-run-on = 向前运行到下一个断点
key-run-back = 向后运行到上一个断点
key-undo = 撤销上次编辑
key-redo = 重做
key-apply = 应用清单
key-help = 本帮助
key-palette = 查找命令
key-next-slide = 步过（翻页笔）
key-last-slide = 单步后退（翻页笔）
key-blank = 黑屏，或恢复（也可按 .）

## 区域

regions = 区域
tab-why = 原因
tab-plane = 控制平面
tab-pods = Pod
tab-output = kubectl
tab-time = 时间
tab-spec = 规约
step-log = 步骤日志

## 列表

list-comma = ，
list-names = 、

## 规约

spec = 规约
manifest = 清单
apply = 应用
plan-broken = 请先修正 { $n }{"\u00A0"}个问题
plan-nothing = 不会有任何改变
plan-last-applied = 补上 kubectl 的 last-applied 注解
plan-last-applied-again = 重写 kubectl 的 last-applied 注解
plan-create = 将创建 Job { $name }
plan-several = { $changed ->
    [0] 将创建 { $created }{"\u00A0"}个对象
   *[other] 将创建 { $created }{"\u00A0"}个对象，更改 { $changed }{"\u00A0"}个
}
cron-job-gives = CronJob { $name } 在此替换为 kubectl create job --from=cronjob/{ $name } 会创建的 Job。
not-simulated = 这里不模拟：{ $kinds }
plan-more = 另有 { $n }{"\u00A0"}个字段
replaced = 你自己的清单已被替换。
bring-back = 恢复
dismiss = 关闭
problems = { $n }{"\u00A0"}个问题
problems-elsewhere = 表单之外还有 { $n }{"\u00A0"}个问题
problem-where = 第 { $line } 行，第 { $column } 列
with-hint = ；{ $hint }
delete-job = 删除 Job { $name }
delete-background = 立即删除 Job，稍后删除其 Pod（Background）
delete-foreground = 先删除其 Pod（Foreground）
delete-orphan = 删除 Job，保留其 Pod（Orphan）
refused-by-server = API 服务器拒绝了请求（{ $code }）
refused = 现在不能这样做
refused-unchanged = 什么都没有改变。
refusal-queue-empty = 工作队列中没有就绪的键
refusal-no-free-worker = 全部 { $workers }{"\u00A0"}个工作线程都持有键
refusal-no-such-sync = 没有工作线程持有 { $key }
refusal-nothing-to-deliver = 没有等待送达的 watch 事件
refusal-already-held = { $resource } 的 watch 已经扣住
refusal-not-held = { $resource } 的 watch 没有扣住
refusal-fewer-writes = 这次同步写入 { $writes }{"\u00A0"}次；请指定控制器在其中哪一次之后崩溃
refusal-no-such-pod = 没有这样的 Pod
refusal-pod-not-ready = Pod { $pod } 现在不能这样做：{ $why }
refusal-bad-time = 时间只能向前，每次最多 { $ms }{"\u00A0"}毫秒
refusal-nothing-to-collect = 垃圾收集器无事可做
refusal-already-deleting = Job 已在删除中
refusal-too-many-controllers = --controllers 超过 { $max }{"\u00A0"}项
refusal-bad-interval = 启动间隔必须在 0 到 { $ms }{"\u00A0"}毫秒之间
refusal-manager-runs = 控制器管理器已经启动
refusal-manager-asleep = 控制器管理器休眠到 { $until }
refusal-controller-not-running = 该控制器的工作线程没有运行
refusal-not-watching = 没有打开对 { $resource } 的 watch
refusal-no-bookmarks = 该版本的 reflector 不请求 BOOKMARK
refusal-events-before-bookmark = 等待送达的事件排在 BOOKMARK 之前
refusal-not-due = 在 { $at } 之前还不到时间
refusal-no-such-fault = 没有启用编号为 { $fault } 的故障
refusal-too-many-faults = 最多可以启用 { $most }{"\u00A0"}个故障
refusal-too-many-rules = 最多可以设置 { $most }{"\u00A0"}条规则
refusal-too-many-branches = 一个会话最多有 { $most }{"\u00A0"}个分支；请先移除一个
obstacle-not-deleting = 它没有在删除中
obstacle-not-pending = 它不是 Pending
obstacle-has-node = 它已有节点
obstacle-no-running-container = 它没有正在运行的同名容器

text-problem-quoted = { $message }
text-problem-too-long = 文本有 { $bytes }{"\u00A0"}字节，最多读取 { $most }{"\u00A0"}字节
text-problem-empty = 内容为空
text-problem-second-document = 这里还有第二个文档，但一次只能读取一个
text-problem-syntax = 这不是有效的 YAML：{ $info }
text-problem-too-deep = 嵌套过深：超过 { $most }{"\u00A0"}层
text-problem-too-large = 内容过多：展开别名后超过 { $values }{"\u00A0"}个值，或文本超过 { $bytes }{"\u00A0"}字节
text-problem-alias-within = 这个别名位于它自己所代表的内容之中
text-problem-not-a-key = 这不能用作键
text-problem-binary = 无法读取二进制数据
text-problem-not-finite = 这里不应是 { $number }：请写数字，或者省略这个字段
text-problem-not-text = 这不是文本
text-problem-not-a-session = 这不是会话文件：缺少 jobscope: 6 这一行
text-problem-not-an-object = 这不是对象
text-problem-other-kind = 这是 { $object }，而这里只能读取 Job
text-problem-list-of-jobs = 这是列表，而这里只能读取单个 Job
text-problem-no-job = 这里没有 Job，只有不会被模拟的对象：{ $kinds }
text-problem-several-jobs = 这段文本中有 { $jobs }{"\u00A0"}个 Job，而这里只能读取一个
text-problem-too-many-jobs = Job 超过 { $most }{"\u00A0"}个
text-problem-same-name = 这段文本中另有一个名为 "{ $name }" 的 Job

text-hint-did-you-mean = 是否想写 { $word }？
text-hint-not-yet = { $release } 还没有这个字段，它从 v1.{ $minor } 开始提供
text-hint-no-longer = { $release } 不再有这个字段
text-hint-belongs-to-top = { $field } 应位于清单的顶层：请检查缩进
text-hint-belongs-into = { $field } 应位于 { $place } 中：请检查缩进
text-hint-belongs-into-container = { $field } 应位于容器中，即 spec.template.spec.containers 的某一项中：请检查缩进
text-hint-quote-truth = 如果这里要写文本 "{ $value }"，请加上引号
text-hint-quote-number = 请加上引号："{ $number }"
text-hint-unquote = 请去掉引号：这里应为数字
text-hint-whole-number = 这里应为整数
text-hint-int32 = 这里应为 -2147483648 到 2147483647 之间的整数
text-hint-int64 = 这里应为 -9223372036854775808 到 9223372036854775807 之间的整数
text-hint-true-or-false = 这里应为 true 或 false
text-hint-items = 这里应为列表：每一项以短横线开头
text-hint-list = 这里应为列表，例如 ["a", "b"]
text-hint-object = 这里应为对象，而不是列表：请去掉短横线
text-hint-amount = 数量的写法如 500m、2、128Mi 或 1G
text-hint-time = 时间的写法如 2026-01-31T12:00:00Z
text-hint-empty-item = 请删除或填写这个空项
text-hint-empty-text = 空文本请写成 ""
text-hint-add-restart-policy = Pod 默认总是重启（Always），但 Job 的 Pod 必须能够结束：请在这里添加 restartPolicy: Never（或 OnFailure）
text-hint-restart-policy = Job 的 Pod 必须能够结束：请使用 OnFailure 或 Never
text-hint-generated-selector = 选择算符以及 controller-uid 和 job-name 标签由 API 服务器生成：请删除 spec.selector 和这些标签（或设置 manualSelector: true）
text-hint-manual-selector = 设置了 manualSelector: true，选择算符就要由你编写
text-hint-labels-of-template = 自身没有标签的 Job 采用其模板的标签
text-hint-shorten-name = 请缩短 metadata.name：API 服务器会把它用作 Pod 的标签，而标签最多有 63{"\u00A0"}个字符
text-hint-write-value = 请写入具体的值：这里没有 shell 替换变量
text-hint-add-name = 请添加 metadata.name
text-hint-add-container = Pod 至少需要一个带有 name 和 image 的容器
text-hint-remove-version = 请删除这一行：资源版本由 API 服务器在存储对象时设置
text-hint-manifest-keys = 清单应有 apiVersion、kind、metadata 和 spec 这些键
text-hint-add-kind = 请添加 kind: Job
text-hint-add-api-version = 请添加 apiVersion: batch/v1
text-hint-add-api-version-of-kind = 请添加这种对象的 apiVersion
text-hint-write-api-version = 请写成 apiVersion: batch/v1
text-hint-only-jobs = 这里只能读取 Job：kind: Job
text-hint-paste-job-of-pod = 请粘贴创建它的 Job；或者新建一个 Job，把该 Pod 的 spec 用作 spec.template.spec
text-hint-paste-item = 请粘贴其中的一个 Job，从它的 apiVersion 开始
text-hint-same-template = 这里只显示 Job；你可以新建一个模板相同的 Job
text-hint-leave-one = 请只保留其中一个
text-hint-apply-fewer = 请分几次应用
text-hint-name-each = 请为每个 Job 取不同的名称
text-hint-helm-template = 这是模板：请粘贴 `helm template` 的输出
text-hint-paste-quoted = 请只粘贴清单本身，去掉前后的其他内容
text-hint-serves-cron-jobs = { $release } 以 { $version } 提供 CronJob
text-hint-shorten-cron-job-name = 请缩短 metadata.name：每个 Job 的名称会在它后面再加 11{"\u00A0"}个字符
text-hint-spec-of-job-template = Job 的 spec 应位于 spec.jobTemplate.spec 中
text-hint-quota-pods = 请写明最多允许多少个 Pod，例如 pods: "4"
text-hint-paste-manifest = 请粘贴 Job 的清单
text-hint-begin-session = 会话文件以 jobscope: 6 这一行开头
text-hint-paste-objects = 请粘贴 kubectl get job,pods -o yaml 的输出
text-hint-write-line = 请写一行内容，例如 title: Slow start
text-hint-remove-document = 请删除这个文档，或删除它上面的文档
text-hint-indent-with-spaces = 请用空格缩进
text-hint-second-colon = 请检查缩进；如果文本中有冒号且其后是空格，就要加上引号
text-hint-missing-colon = 这一行或上面某一行的键缺少冒号，或者缩进有误
text-hint-indentation = 请检查缩进：它与上面任何一行都不一致
text-hint-quote-text = 请给这段文本加上引号
text-hint-unclosed = 这里开始的引号或括号没有闭合
text-hint-remove-key = 每个键只能出现一次：请删除其中一个
text-hint-quote-key = 键必须是文本：请加上引号

spec-view = 清单的显示方式
spec-as-form = 表单
spec-as-text = YAML
spec-form = 表单形式的清单
form-job-in = { $namespace } 中的 Job
form-limits = 期限与上限
form-absent = { $n ->
   *[other] { $release } 不提供的 { $n }{"\u00A0"}个字段
}
form-gate = 需要特性门控 { $gate }，它处于关闭状态
form-broken = 先修正 YAML 第 { $line } 行
form-fix = 转到第 { $line } 行
form-one-job = 表单只用于单个 Job，而这段文本还包含其他内容，因此以 YAML 显示。
form-unusual = 第 { $line } 行的写法（例如带锚点）表单无法保留，在 YAML 中修改它。
form-no-place = 该位置已有别的内容，请在 YAML 中修改。
field-slider = { $name }，滑块
field-elsewhere = Job 中是 { $value }；清单没有设置。
field-default = { $value } · 默认
field-unset = 未设置
field-removed = 已移除
wrong-whole-number = 这里填写整数；目前还没有任何改变。
wrong-codes = 退出码是以逗号分隔的数字，例如 1, 42。
help-parallelism = 同时运行的 Pod 最多有几个（spec.parallelism）。
help-completions = 需要多少个 Pod 成功：parallelism 也不填时为 1；只填 parallelism 时，一个成功就够，之后不再启动新的 Pod（spec.completions）。
help-backoff-limit = { $release ->
    [11] 失败之后 Job 最多可以重新入队多少次，超过就失败；一次同步中的多个失败只算一次。restartPolicy 为 OnFailure 时，计算容器的重启次数（spec.backoffLimit）。
    [22] Pod 失败超过多少次，Job 就失败。restartPolicy 为 OnFailure 时，容器的重启也计入（spec.backoffLimit）。
   *[other] Pod 失败超过多少次，Job 就失败；restartPolicy 为 OnFailure 时，容器的重启也计入。设置 backoffLimitPerIndex 时不限次数，除非你填写它（spec.backoffLimit）。
}
help-completion-mode = Indexed 给每个 Pod 一个编号，即完成索引，每个索引都要成功一次（spec.completionMode）。
help-restart-policy = Never：失败的 Pod 由新的 Pod 取代。OnFailure：kubelet 原地重启其容器（restartPolicy）。
help-suspend = 被挂起的 Job 没有 Pod：运行中的会被删除，恢复之前也不会新建（spec.suspend）。
help-active-deadline = Job 活动满这么多秒后，以 DeadlineExceeded 失败（spec.activeDeadlineSeconds）。
help-ttl = Job 结束这么多秒后，连同其 Pod 一起被删除（spec.ttlSecondsAfterFinished）。
help-backoff-limit-per-index = 每个索引失败超过多少次，该索引就失败；需要 completionMode 为 Indexed（spec.backoffLimitPerIndex）。
help-max-failed-indexes = 失败的索引超过多少个，整个 Job 就失败；需要 backoffLimitPerIndex（spec.maxFailedIndexes）。
help-pod-replacement-policy = Pod 一开始终止就替换（TerminatingOrFailed），还是等它的阶段变为 Failed 之后；设置 podFailurePolicy 时只能是 Failed（spec.podReplacementPolicy）。
help-managed-by = 指定管理该 Job 的控制器；若不是默认名称，这个控制器就不管它（spec.managedBy）。
help-pod-failure-policy = 说明 Pod 的失败意味着什么。规则依次尝试，第一条匹配的生效；都不匹配时，失败计入 backoffLimit。
help-success-policy = 只要满足其中一条规则，Indexed Job 就成功，其余 Pod 会被停止。
lock-fixed = Job 存在之后，此字段不能再更改。
lock-with-parallelism = Job 存在之后，它只能与 parallelism 一起改成同一个数。
help-succeeded-indexes = 必须成功的索引，例如 0,2-4；留空表示全部（succeededIndexes）。
help-succeeded-count = 其中必须成功的个数；留空表示所列的全部（succeededCount）。
policy-rule = 规则 { $n }
policy-add = 为 { $policy } 添加规则
policy-raise = 将第 { $n } 条策略规则上移
policy-lower = 将第 { $n } 条策略规则下移
policy-remove = 移除第 { $n } 条策略规则
policy-action = 则执行
policy-when = 当失败是因为
policy-exit-codes = 退出码
policy-condition = Pod 状况
policy-operator = 且退出码
policy-in = 属于（In）
policy-not-in = 不属于（NotIn）
policy-values = 取值
policy-container = 容器
policy-any-container = 任一容器
policy-named-container = {" "}{ $name }{" "}
policy-type = 类型
policy-status = 状态
policy-condition-add = 添加状况
policy-condition-remove = 移除第 { $n }{"\u00A0"}个状况
policy-when-in = 如果{ $container }以退出码 { $codes } 退出，
policy-when-not-in = 如果{ $container }的退出码不是 0 也不是 { $codes }，
policy-when-condition = 如果 Pod 有状况 { $types }，
policy-then-fail-job = 则 Job 失败。
policy-then-fail-index = 则其索引失败。
policy-then-ignore = 则这次失败不计入。
policy-then-count = 则这次失败计入。
policy-then-nothing = 尚未选择动作。
success-count-of = 索引 { $list } 中须有 { $n }{"\u00A0"}个成功。
success-all-of = 索引 { $list } 须全部成功。
success-count = { $n ->
   *[other] 须有任意 { $n }{"\u00A0"}个索引成功。
}
success-none = 这条规则还没有内容。

outcomes = Pod 的行为
outcomes-none = 没有规则：Pod 一直是 Pending，直到你选择它们会怎样。
rule-who-all = 每个 Pod
rule-who-rest = 其余每个 Pod
rule-who-one = 第 { $n }{"\u00A0"}个 Pod
rule-who-range = 第 { $from } 至 { $to }{"\u00A0"}个 Pod
rule-who-from = 从第 { $from }{"\u00A0"}个起的 Pod
rule-who-named = 名为{"\u00A0"}{ $name } 的 Pod
rule-who-index = 索引 { $n }
rule-who-indexes = 索引 { $list }
rule-who-each-index = 每个索引的 Pod
rule-and = ，其中
rule-then = 之后的 Pod
rule-gap = {" "}
rule-comma = ，
rule-stop = 。
rule-succeeds = { $n ->
   *[other] 成功
}
rule-fails = { $n ->
   *[other] 以退出码 { $code } 失败
}
rule-hangs = { $n ->
   *[other] 一直运行，永不结束
}
rule-container = （容器 { $container }）
rule-reason = ，原因 { $reason }
rule-condition = ，带状况 { $condition }
rule-times = { $n ->
   *[other] {" "}{ $n } 次
}
rule-attempt = ，在第 { $n } 次尝试时
rule-attempts = ，在第 { $from } 至 { $to } 次尝试时
rule-attempts-from = ，从第 { $from } 次尝试起
rule-after = ，运行时间 { $run }
rule-after-each = ，每次运行时间 { $run }
rule-scheduled = 创建 { $time } 后得到节点
rule-started = 创建 { $time } 后运行
rule-restarted = { $n ->
   *[other] 结束前容器重启 { $n } 次
}
rule-jittered = 最多延长 { $time }，由种子决定
rule-raise = 将第 { $n } 条规则上移
rule-lower = 将第 { $n } 条规则下移
rule-edit = 编辑第 { $n } 条规则
rule-remove = 移除第 { $n } 条规则
rule-removed = 第 { $n } 条规则已移除。
undo-it = 撤销
rule-add = 添加规则
rule-form = 规则
rule-which = 哪些 Pod
rule-which-all = 每个 Pod
rule-which-indexes = 按索引和尝试次数
rule-which-created = 按创建顺序
rule-which-named = 按名称
rule-indexes = 索引，例如 0,2-4（留空：每个）
rule-attempts-how = 只有 Indexed Job 的 Pod 才有索引，尝试次数也按索引计：填了索引或尝试次数的规则，不会匹配其他 Job 的 Pod。
rule-from-attempt = 从第几次尝试
rule-to-attempt = 到第几次尝试
rule-from = 从第几个 Pod
rule-to = 到第几个 Pod
rule-name = 名称，* 代表任意文字
rule-start = 多久后运行（秒）
rule-run = 再过多久结束（秒）
rule-end = 结果
rule-exit-code = 退出码
rule-more = 更多
rule-schedule = 多久后得到节点（秒）
rule-jitter = 随机延长，最多（秒）
rule-restarts = 结束前容器重启的次数
rule-in = 在哪个容器（留空：第一个）
rule-status-reason = 原因
rule-pod-condition = 状况
end-succeed = 成功
end-fail = 失败
end-hang = 永不结束
done = 完成
cancel = 取消
remove = 移除
wrong-ordinal = Pod 从 1 开始编号；留空表示不限。
wrong-range = 起始 Pod 在结束 Pod 之后。
wrong-indexes = 索引的写法如 0,2-4；留空表示每个索引。
wrong-restarts = 重启次数是从 0 开始的数字。
wrong-seconds = 时间以秒为单位，例如 2.5，最长一天。
wrong-exit-code = 退出码是 0 到 255 之间的数字。
wrong-number = 请填写从 1 开始的数字；留空表示全部。

faults = 故障
faults-none = 未设置故障。
fault-add = 添加故障
fault-arm = 启用
fault-call = 调用
fault-mode = 失败方式
fault-message = 错误信息
fault-message-usual = 默认信息，也可粘贴事件中的信息
fault-syncs = 何时
fault-next = 下次同步
fault-lasts = 每次同步，直到移除它
fault-remove = 移除故障 { $n }
fault-first = 从第几次调用
fault-count = 多少次
all = 全部
fault-every = { $lasts ->
    [0] 下次同步
   *[other] 每次同步
}：{ $call }，每次都失败：{ $mode }
fault-from = { $lasts ->
    [0] 下次同步
   *[other] 每次同步
}：{ $call }，从第 { $from } 次起每次都失败：{ $mode }
fault-one = { $lasts ->
    [0] 下次同步
   *[other] 每次同步
}：{ $call }，第 { $from } 次失败：{ $mode }
fault-range = { $lasts ->
    [0] 下次同步
   *[other] 每次同步
}：{ $call }，第 { $from } 至 { $to } 次失败：{ $mode }
fault-tag = { $from ->
    [1] { $call } 失败
   *[other] 从第 { $from } 次起{ $call } 失败
}
verb-create = 创建 Pod
verb-delete = 删除 Pod
verb-update-status = 写状态
verb-patch = 修补 Pod
verb-get = 读取 Job
mode-quota = 403，超出配额
mode-server-error = 500，服务器错误
mode-timeout = 504，超时，未执行
mode-timeout-applied = 504，超时，但已执行
mode-conflict = 409，冲突
mode-not-found = 404，未找到
mode-terminating = 403，命名空间正在终止
mode-forbidden = 403，被准入控制拒绝
mode-invalid = 422，无效

## 控制平面

plane = 控制平面
plane-what = 控制器看到的状态可能落后于存储中的状态
crash = 让控制器崩溃
create-quota = 设置配额：命名空间中最多 { $n }{"\u00A0"}个 Pod
delete-quota = 删除配额 { $name }
quota-used = { $used } / { $hard }{"\u00A0"}个 Pod
machinery = 控制平面还可能遇到的事
machinery-pods = Pod 的 watch
machinery-jobs = Job 的 watch
machinery-manager = 进程
machinery-quota = 配额
machinery-time = 时间
receive-pods = 事件进入 informer 的 Pod 队列，但尚未进入缓存
receive-jobs = 事件进入 informer 的 Job 队列，但尚未进入缓存
bookmark-pods = 服务器为 Pod 发送 BOOKMARK 事件
bookmark-jobs = 服务器为 Job 发送 BOOKMARK 事件
resync-tick-pods = Pod 的重新同步计时器到点
resync-tick-jobs = Job 的重新同步计时器到点
controllers = kube-controller-manager：{ $of }{"\u00A0"}个控制器中有 { $n }{"\u00A0"}个在运行
controller-not-yet = 尚未启动
controller-waiting = 等待缓存
controller-running = 在运行
controller-not-simulated = 在运行，未模拟
controller-off-flag = 关闭：--controllers
controller-off-default = 默认关闭，除非 --controllers 指明
controller-off-gate = 关闭：{ $gate }
controller-off-cloud = 关闭：没有云提供商
controller-off-config = 关闭：未配置
strike = 这些调用会出什么错？
strike-fault = 失败的调用
strike-crash = 下一次同步中途崩溃
crash-after = 在第几次写入之后
crash-no-key = 没有就绪的键：没有可以中途崩溃的同步。
crash-in-sync = 同步并崩溃
relist-pods = Pod 的 watch 中断：重新列举
relist-jobs = Job 的 watch 中断：重新列举
close-watch-pods = 服务器关闭 Pod 的 watch
close-watch-jobs = 服务器关闭 Job 的 watch
expire-watch-pods = 410 Gone：Pod 的 watch 无法继续
expire-watch-jobs = 410 Gone：Job 的 watch 无法继续
resync = informer 重新同步（resync）
start-manager = 控制器管理器从零开始，逐步启动
delete-node = 失去节点 { $name }
advance = { $n ->
    [300] 时间推进 5 分钟
   *[other] 时间推进 { $n } 秒
}
api-server = API 服务器
watch-jobs = watch Job
watch-jobs-lost = Job：watch 中断
watch-pods = watch Pod
watch-pods-lost = Pod：watch 中断
watch-jobs-waiting = Job：{ $n }{"\u00A0"}个待送达
watch-pods-waiting = Pod：{ $n }{"\u00A0"}个待送达
in-step = 一致
watch-empty = 无等待
watch-lists = { $time } 后列举
watch-none = 尚未打开
hold-jobs = 扣住 Job 的 watch
hold-pods = 扣住 Pod 的 watch
held = 已扣住
deliver-one = 送达 1
deliver-one-job = 送达 1 个 Job 的 watch 事件
deliver-all-jobs = 送达全部 Job 的 watch 事件
deliver-one-pod = 送达 1 个 Pod 的 watch 事件
deliver-all-pods = 送达全部 Pod 的 watch 事件
parked-jobs = Job 的 watch 上有 { $n }{"\u00A0"}个事件在等待
parked-pods = Pod 的 watch 上有 { $n }{"\u00A0"}个事件在等待
parked-order = { $n ->
    [1] 控制器还没有看到它。
   *[other] 控制器还没有看到这些事件；第一个最先送达。
}
cache = informer 缓存
kind-jobs = Job
kind-pods = Pod
cache-in-step = 与 API 服务器一致
fifo-keys = 里有 { $n }{"\u00A0"}个对象的事件
job-not-seen = 尚未看到 Job
job-behind = Job 版本较旧
job-gone = Job 已不在，但仍看得到
pods-behind = 落后 { $n }{"\u00A0"}个 Pod
pods-behind-which = 编号 { $which }
indexes-behind-which = 索引 { $which }
handlers = 处理函数
queue = 工作队列
queue-ready = 就绪
queue-waiting = 延迟
queue-processing = 处理中
queue-requeues = 重新入队
empty = 空
pods-waited = 等待了 { $time }
pods-next = 下一个
due-in = { $time } 后
get = 取出
sync-now = 同步
worker = 工作线程
worker-idle = 空闲，等待队列中的键
worker-none = 还没有工作线程
worker-at-it = 工作中
worker-done = 已完成
worker-in = 在 { $name } 中
worker-returned = 已返回
worker-pauses = 暂停中
worker-before-call = 即将调用 API 服务器
slow-start-batches = { $n }{"\u00A0"}个慢启动批次
create-word = 创建
delete-word = 删除
patch-word = 修补
writes = 写入
pod-control = Pod 控制
created = 已创建
deleted = 已删除
patched = 已修补
memory = 控制器记住的内容
stores = 较新版本另外记住的内容
store-finalizers = finalizer
    .explain = 控制器已移除 finalizer、而缓存尚未显示的 Pod（uidTrackingExpectations）。它们不会被重复计数。
store-finalizers-told = { $n ->
    [0] 无需等待
   *[other] { $n }{"\u00A0"}个已移除，未看到
}
store-orphans = 孤儿队列
    .explain = 带有 finalizer、但其 Job 已不存在或不再统计它们的 Pod；在新版本中还有每个已结束或已删除的 Job 的选择算符。由专门的工作线程释放这些 Pod。
store-orphans-told = { $n ->
    [0] 空
   *[other] { $n }{"\u00A0"}个键
}
store-writes = 自己的写入
    .explain = 控制器自己为该 Job 写入的最新版本。缓存未跟上之前，它不会同步该 Job（一致性存储）。
store-writes-none = 无需等待
store-writes-told = Job rv { $job }，Pod rv { $pods }
store-writes-end = Job 的结束已写入
expectations = 期望
expects-nothing = 没有期望
expects-met = 期望的操作都已看到
expects-back = 被拒绝的不再期望
expects-more = { $what ->
    [creations] 创建
   *[deletions] 删除事件
}比期望的多 { $n }{"\u00A0"}{ $what ->
    [creations] 次
   *[deletions] 个
}
    .explain = 正在终止的 Pod 每个事件都算一次删除，不论由谁删除：用户、Pod 垃圾收集，还是控制器自己；Job 结束时控制器所做的删除不在期望之内。小于零的数不妨碍任何事，下一次期望会覆盖它。
expects-open = { $n }{"\u00A0"}个尚未看到
expects-open-for = { $n }{"\u00A0"}个尚未看到，已等待 { $age }
expects-parts = 已退回{"\u00A0"}{ $back }{"\u00A0"}个，{ $n }{"\u00A0"}个尚未看到
expects-expired = { $n }{"\u00A0"}个尚未看到，但不再等：已过 { $age }
backoff = 退避
requeues = 重新入队 { $n } 次
failures = 失败 { $n } 次
backoff-pods-until = { $time } 之前不创建 Pod
backoff-none = 没有 Pod 因退避而等待
backoff-until = Job 的键在 { $time } 重新入队
backoff-over = 等待已结束
backoff-per-index = 每个索引各等各的
backoff-index-until = { $n ->
    [1] 索引 { $which }：{ $time } 起创建新 Pod
   *[other] 索引 { $which }：最早 { $time }
}
backoff-ended = Job 已结束，没有 Pod 在等待
backoff-ends = Job 即将结束，没有 Pod 在等待
job-status = Job 状态
no-job = 没有 Job
status-empty = 尚未写入
being-deleted = 正在删除
status-figures = active{"\u00A0"}{ $active }, succeeded{"\u00A0"}{ $succeeded }, failed{"\u00A0"}{ $failed }
status-indexes = 索引
status-indexes-completed = 已完成：
status-indexes-failed = 已失败：

## Pod

pods = Pod
pods-as = Pod 显示为
pods-tiles = 方块
pods-table = 表格
pods-none = 还没有 Pod。它们会按创建它们的同步和批次排列在这里。
pods-others = 来自别处的 Pod
pods-each = { $n }{"\u00A0"}个 Pod，每一个
pods-number = { $n }{"\u00A0"}个 Pod
now = 现在
batch = 批次 { $n }
batch-refused = { $n }{"\u00A0"}个被拒，{ $code }
state-pending = Pending
state-running = Running
state-ready = Ready
state-succeeded = Succeeded
state-failed = Failed
state-terminating = Terminating
state-refused = 被拒
state-gone = 已不在
not-seen = 未看到
state-only-cached = 仅在缓存
exit-code = 退出码 { $code }
gap = {""}
select-several = 选择
select-several-how = 选择多个 Pod，再选择它们接下来会怎样。用鼠标时：按住 Shift 或 Ctrl 点击。
select-these = 选择全部：{ $n } { $state }
select-these-how = 选择所有这些 Pod
selected = { $n ->
    [0] 点按 Pod 来选择
   *[other] 已选择 { $n }{"\u00A0"}个 Pod
}
selected-next = 接下来会怎样…
selected-clear = 清除
field = { $n }{"\u00A0"}个 Pod
field-how = 方向键在 Pod 之间移动，Enter 打开接下来会怎样的菜单，空格键以及 Shift 加方向键选择多个。表格列出全部 Pod。
pod-attempt-short = 第{ $n }次
pod-described-index = 第 { $n }{"\u00A0"}个 Pod，索引 { $index }，第 { $attempt } 次尝试，{ $name }：{ $state }。
pod-reason = 原因 { $reason }。
pod-deletion-left = 宽限期还剩 { $left }。
pod-deletion-over = 正在删除；宽限期已过。
pod-leaving = 正在删除。
pod-tracked = 在计数之前由 finalizer 保留。
pod-not-counted = Job 尚未对它计数；finalizer 保留着它。
pod-recorded = Job 的状态已记下它的结束，计数尚未完成。
pod-counted = 已计数，追踪用的 finalizer 已移除。
counting-not-yet = 尚未
counting-recorded = 已记下
counting-counted = 是
marks = 方块上的标记
mark-held = finalizer
mark-recorded = Job 已记下
mark-counted = 已计数
mark-restarts = 容器重启次数
mark-time-left = 后强制终止
mark-leaving = 已结束，正在删除
mark-attempt = 尝试
mark-behind = 缓存落后
mark-unseen = 控制器还没看到
finalizer-held = 保留中
finalizer-none = 无
deletion-over = 已过
pod-described = 第 { $n }{"\u00A0"}个 Pod，{ $name }：{ $state }。
pod-exit-code = 退出码 { $code }。
pod-restarts = 重启过 { $n } 次。
pod-not-seen = 控制器尚未看到它。
pod-seen-as = 控制器仍认为它是 { $phase }。
pod-behind = 控制器看到的是较旧的版本。
pod-gone = 它已不在存储中；控制器仍看得到它。
pod-was = { $name } 已不存在
column-number = 编号
column-index = 索引
column-attempt = 尝试
column-deletion = 剩余宽限
column-finalizer = Finalizer
column-counted = 已计数
column-name = 名称
column-state = 状态
column-controller = 控制器所见
column-restarts = 重启
column-exit = 退出码
column-age = 存在时间
seen = 相同
seen-as = { $phase }
seen-older = 较旧版本
pod-menu = { $name } 接下来会怎样
pod-nothing-next = { $n ->
    [1] 现在它不会发生任何事。
   *[other] 现在没有能同时发生在它们身上的事。
}
pod-schedule = 分配到节点
pod-unschedulable = 找不到节点
pod-wait = 无法启动：{ $reason }
pod-container-exit = 容器 { $container } 以退出码 { $code } 结束
pod-run = 开始运行
pod-run-ready = 开始运行并就绪
pod-become-ready = 变为就绪
pod-become-unready = 不再就绪
pod-restart = 容器 { $container } 重启
pod-succeed = 成功
pod-fail = 以退出码 { $code } 失败
exit-code-label = 退出码
pod-fail-reason = 失败：{ $reason }
pod-fail-condition = 失败并带有状况
pod-lose-node = 所在节点丢失
pod-delete = 被删除
pod-delete-now = 立即被删除
pod-remove = 已停止并消失
pod-orphan = 失去属主
pod-orphan-stripped = 失去属主和 finalizer
pod-label = 标签改变
pod-annotate = 注解改变

## 原因

why = 原因
about-step = 第 { $n } 步 · { $release }
path = 依次提出的问题和所做的事
path-more = 另有 { $n }{"\u00A0"}个类似的
path-nothing = 这一步没有同步，也就没有提问。
path-empty = 控制器提出的每个问题都会列在这里，并附上起决定作用的数字。
yes = 是
no = 否
end = 函数结束
not-asked-yet = 尚未提问
operands-since = { $name }：现在 { $now }，状态中 { $before }
operands-none-ended = 没有新结束的 Pod
operands-uncounted = 要计入 { $n }{"\u00A0"}个，上限 { $cap }{"\u00A0"}个
operands-finalizers = { $n ->
    [0] 没有
   *[other] { $n }{"\u00A0"}个 Pod
}
operands-suspended = Suspended：{ $from ->
    [none] 没有，视同 False
   *[other] { $from }
}；应为 { $to }
operands-suspended-reworded = Suspended：{ $to }，但 reason 或 message 不同
operands-indexes = { $failed }{"\u00A0"}个失败，{ $succeeded }{"\u00A0"}个成功，共 { $completions }{"\u00A0"}个
operands-restart-needed = restarts { $n }：backoffLimit 为 0 时需要一次
operands-cache = 缓存 { $found }
operands-cache-server = 缓存 { $cached } · 服务器 { $stored }
operands-slow-start = 创建失败 { $errors } · 剩余 { $left }
operands-finished = 已结束 { $finished }
operands-owner = 缓存中的 Job { $owned }{ $finished ->
    [yes] { " " }· 已结束
   *[no] { "" }
}
operands-indexes-found = 需要 { $wanted } · 空闲 { $free }
operands-claimed = 认领 { $claimed }
operands-adopted = 收养 { $n }
operands-released = 释放 { $n }
operands-error = 出错
operands-failures = 失败次数 { $rest }
not-asked = 未提问
why-as = 原因显示为
why-path = 路径
why-flow = 流程图
flow-of = { $release } 的流程图
flow-lit = 本次同步走过的路径以粗线画出。
flow-dark = 这一步没有提问：这里是所有可能的问题。
flow-enlarge = 放大查看
flow-choose = 选择一个问题，查看它的含义。
flow-detail = 所选的问题
flow-times = （问了 { $n } 次，这是最后一次的回答）
flow-follows = 之后可能是：{ $names }
flow-the-end = 同步结束
flow-may-end = 同步可能在此结束。
flow-ended = 同步在此结束。
zoom-in = 放大
zoom-out = 缩小
back-in = 回到 { $name }
back = 返回
quiet = 个问题，从“{ $first }”到“{ $last }”
quiet-unasked = { $asked ->
    [0] 未提问
   *[other] { $n }{"\u00A0"}个未提问
}
did = 本次同步
what-happened = 发生了什么
did-group = 本次同步更改的内容
# 原因相同的事件有几个时，后面是最后一个的消息。
did-last = 最后：
did-so-far = 本次同步至此
did-tally = { $calls } 次调用{ $reads ->
    [0] {""}
   *[other] （读取 { $reads } 次）
}，{ $events }{"\u00A0"}个事件，{ $status }
did-status-written = 状态已写入
did-status-not-written = 状态未写入
sync-title = syncJob #{ $n }
sync-title-of = syncJob #{ $n } · { $job }
sync-word = 同步

## 原因：一句话

said-before-first = 还没有发生任何事情。接下来是记录中的第一步。
said-nothing-yet = 还没有 Job。请应用清单，看看控制器会怎么做。
said-of-job = { $job }：
said-begins = syncJob #{ $n } 开始。
said-answer-yes = syncJob #{ $n } 问：{ $ask }{ $operands }→ 是。
said-answer-no = syncJob #{ $n } 问：{ $ask }{ $operands }→ 否。
said-answer-value = syncJob #{ $n } 问：{ $ask }{ $operands }→ { $value }。
said-creating = { $refused ->
    [0] syncJob #{ $n } 至此已创建 { $done }{"\u00A0"}个 Pod。
   *[other] syncJob #{ $n } 至此已创建 { $done }{"\u00A0"}个 Pod；{ $refused }{"\u00A0"}个失败。
}
said-deleting = syncJob #{ $n } 至此已删除 { $done }{"\u00A0"}个 Pod。
said-writing-status = syncJob #{ $n } 写入 Job 的状态。
said-freeing = syncJob #{ $n } 到目前为止移除了 { $done }{"\u00A0"}个 Pod 的 finalizer。
said-calling = syncJob #{ $n } 调用 API 服务器。

sync-bad-key = syncJob #{ $n } 无法处理它的键：缺少命名空间或名称。
sync-no-job = syncJob #{ $n } 在缓存中没有找到 Job，于是清除期望并停止。
sync-finished = syncJob #{ $n } 什么都没做：Job 已经是 { $condition }。
sync-claim-failed = syncJob #{ $n } 提前停止：它无法确定哪些 Pod 属于该 Job。
sync-succeeds = { $end ->
    [marked] 将 Job 标记为 Complete
    [announced] 宣布 Job 将成功
   *[decided] 决定 Job 成功，但尚未标记
}
sync-fails = { $end ->
    [marked] 将 Job 标记为 Failed
    [announced] 宣布 Job 将失败
   *[decided] 决定 Job 失败，但尚未标记
}
sync-complete = syncJob #{ $n } { sync-succeeds }：已有 { $succeeded }{"\u00A0"}个 Pod 成功，要求 { $completions }{"\u00A0"}个。
sync-complete-queue = syncJob #{ $n } { sync-succeeds }：{ $succeeded }{"\u00A0"}个 Pod 已成功，且没有活动的 Pod。
sync-success-policy = syncJob #{ $n } { sync-succeeds }：已有 { $succeeded }{"\u00A0"}个索引成功，满足成功策略的 rules[{ $rule }]。
sync-success-before = syncJob #{ $n } { $end ->
    [marked] 将 Job 标记为 Complete，正如先前宣布的那样。
    [stopping] 继续结束 Job：Complete 还要等 { $stopping }{"\u00A0"}个正在终止的 Pod。
   *[other] 继续结束 Job：它将成功，这在先前已宣布。
}
sync-failed-backoff = syncJob #{ $n } { sync-fails }：{ $failed }{"\u00A0"}个 Pod 已失败，再试就是第 { $retry } 次重试，超过 backoffLimit 允许的 { $limit } 次。
sync-failed-restarts = syncJob #{ $n } { sync-fails }：容器重启了 { $restarts } 次，达到 backoffLimit 的 { $limit } 次。
sync-failed-deadline = syncJob #{ $n } { sync-fails }：activeDeadlineSeconds 的 { $deadline } 秒已到。
sync-failed-limit = syncJob #{ $n } { sync-fails }：{ $failed }{"\u00A0"}个 Pod 已失败，超过 backoffLimit 允许的 { $limit }{"\u00A0"}个。
sync-failed-policy = syncJob #{ $n } { sync-fails }：有 Pod 的失败方式符合 Pod 失效策略的 rules[{ $rule }]，该规则要求 FailJob。
sync-failed-indexes = syncJob #{ $n } { sync-fails }：{ $failed }{"\u00A0"}个索引已失败，而 maxFailedIndexes 是 { $max }。
sync-failed-all-indexes = syncJob #{ $n } { sync-fails }：所有索引都已结束，{ $succeeded }{"\u00A0"}个成功，{ $failed }{"\u00A0"}个失败。
sync-failure-before = syncJob #{ $n } { $end ->
    [marked] 将 Job 标记为 Failed，正如先前宣布的那样。
    [stopping] 继续结束 Job：Failed 还要等 { $stopping }{"\u00A0"}个正在终止的 Pod。
   *[other] 继续结束 Job：它将失败，这在先前已宣布。
}
sync-caches-behind = syncJob #{ $n } 立即停止：它自己已把 Job 的{ $what ->
    [jobs] 状态
   *[other] {" "}Pod{" "}
}写到版本 { $written }，而缓存只到 { $synced }。
sync-managed-by = syncJob #{ $n } 不管这个 Job：spec.managedBy 指定了另一个控制器 { $controller }。
sync-finish-written = syncJob #{ $n } 什么都没做：Job 的结束是它自己写入的，而缓存尚未显示。
sync-indexed-disabled = syncJob #{ $n } 不管这个 Job：它是 Indexed，而相应的特性门控已关闭。
sync-suspended = { $deleted ->
    [0] syncJob #{ $n } 没有创建 Pod：Job 已挂起。
   *[other] syncJob #{ $n } 删除了 { $deleted }{"\u00A0"}个 Pod：Job 已挂起。
}
sync-removed = syncJob #{ $n } 删除了 { $deleted }{"\u00A0"}个 Pod：有 { $active }{"\u00A0"}个活动{ $misplaced ->
    [0] {""}
   *[other] （其中 { $misplaced }{"\u00A0"}个没有索引、索引不小于 completions，或索引已有另一个 Pod）
}，需要 { $want }{"\u00A0"}个。
sync-backs-off = syncJob #{ $n } 没有创建 Pod，尽管缺少{"\u00A0"}{ $wanted }{"\u00A0"}个：{ $failures ->
    [1] 失败 { $failures } 次后
   *[other] 连续 { $failures } 次失败后
}，新的 Pod 还要等 { $left }。
sync-indexes-back-off = syncJob #{ $n } 没有创建 Pod：{ $pending ->
    [1] 下一个索引失败过，还要等 { $left }
   *[other] 接下来的 { $pending }{"\u00A0"}个索引都失败过，最早的还要等 { $left }
}。
sync-awaits-terminating = syncJob #{ $n } 没有创建 Pod：{ $terminating }{"\u00A0"}个正在终止的 Pod 仍占着位置，要等结果明确；需要 { $want }{"\u00A0"}个。
sync-waits = syncJob #{ $n } 没有创建 Pod：控制器发出的{ $dels ->
    [0] {" "}{ $adds } 次创建
   *[other] {" "}{ $dels } 次删除
}还没有看到。
sync-deleting = syncJob #{ $n } 没有创建 Pod：Job 正在被删除。
sync-created = syncJob #{ $n } { $batches ->
    [1] {""}
   *[other] 按慢启动分 { $batches } 批
}创建了 { $created }{"\u00A0"}个 Pod。
sync-refused = syncJob #{ $n } 需要 { $wanted }{"\u00A0"}个 Pod，创建了 { $created }{"\u00A0"}个：API 服务器{ $code ->
    [504] 没有答复
   *[other] 拒绝了
}第 { $batch } 批中的 { $refused }{"\u00A0"}个（{ $code }）{ $skipped ->
    [0] 。
   *[other] ，因此跳过了其余 { $skipped }{"\u00A0"}个。
}
sync-tolerated = syncJob #{ $n } 需要 { $wanted }{"\u00A0"}个 Pod，创建了 { $created }{"\u00A0"}个：API 服务器{ $code ->
    [504] 没有答复其中 { $tolerated }{"\u00A0"}个（504），它们可能仍已创建。
   *[other] 拒绝了其中 { $tolerated }{"\u00A0"}个，因为命名空间正在被删除（{ $code }）。
}这在此处不算错误：它们仍在预期之中并计为活动，因此在它们出现或过去五分钟之前，不会再创建别的 Pod。
sync-deleted = syncJob #{ $n } 删除了 { $deleted }{"\u00A0"}个 Pod：有 { $active }{"\u00A0"}个活动，只允许 { $parallelism }{"\u00A0"}个。
sync-more-than-wanted = syncJob #{ $n } 保持原样：有 { $active }{"\u00A0"}个 Pod 活动，多于所需的 { $want }{"\u00A0"}个，而多余的不会被删除。
sync-no-free-index = syncJob #{ $n } 没有创建 Pod，尽管还缺 { $missing }{"\u00A0"}个：没有空闲的索引。每个索引都在运行、已成功，或已彻底失败。
sync-nothing = syncJob #{ $n } 不需要增减 Pod：{ $active ->
    [0] 没有活动的，也不需要。
   *[other] 活动的 Pod 有 { $active }{"\u00A0"}个，正好满足需要。
}
sync-paused = syncJob #{ $n } 没有创建 Pod：parallelism{"\u00A0"}为{"\u00A0"}0，Job 因此暂停{ $open ->
    [0] 。
   *[other] ，还有 { $open } 次完成没有达到。
}
sync-not-freed = syncJob #{ $n } 没有删除 Pod，尽管活动的有 { $active }{"\u00A0"}个，而只需要 { $want }{"\u00A0"}个：没能移除保留它们的 finalizer（{ $code }）。

along-stuck = { $n }{"\u00A0"}个无法启动（{ $reasons }）。对控制器来说，没有结束的 Pod 就是活动的，无论被什么耽搁。
along-scheduler-says = 调度器给出的原因：“{ $message }”。
along-kubelet-says = kubelet 对容器 { $container } 给出的原因：“{ $message }”。
along-starting = { $n ->
    [1] Pod { $pod } 启动已有 { $time }
   *[other] { $n }{"\u00A0"}个 Pod 仍在启动，其中 { $pod } 已有 { $time }
}：卷、网络或镜像尚未就绪，kubectl describe pod { $pod } 会说明是哪一个。对控制器来说，正在启动的 Pod 就是活动的。
along-initializing = { $n ->
    [1] Pod { $pod } 启动已有 { $time }
   *[other] { $n }{"\u00A0"}个 Pod 仍在启动，其中 { $pod } 已有 { $time }
}：它的 Init 容器 { $container } 仍在运行。对控制器来说，正在启动的 Pod 就是活动的。
along-outlived = { $n }{"\u00A0"}个 Pod 中的 { $container } 已结束（退出码 { $code }），而 { $running } 仍在运行。Pod 要等最后一个容器结束才算结束{ $sidecars ->
    [0] 。
   *[other] ：kubelet 只会停止边车容器，即 restartPolicy 为 Always 的 Init 容器。
}
along-crashing = { $n }{"\u00A0"}个 Pod 在等 kubelet 重启容器（CrashLoopBackOff）。对控制器来说，这样的 Pod 就是活动的。
along-restarts = 容器至今重启了 { $n } 次：达到 { $limit } 次（backoffLimit）时 Job 失败。
along-overdue = { $n ->
    [1] { $node } 上的 Pod { $pod } 早在 { $time } 前就该停止，但没有 kubelet 报告它已结束。
   *[other] { $n }{"\u00A0"}个 Pod 早该停止，其中 { $node } 上的 { $pod } 已超过 { $time }，但没有 kubelet 报告它们已结束。
}如果节点已失联，请删除它的 Node 对象{ $tracked ->
    [0] ，或用 kubectl delete pod { $pod } --force 删除该 Pod。
   *[other] ：随后 Pod 垃圾收集会把该 Pod 标记为 Failed。仅用 kubectl delete pod --force 不够，因为 Job 控制器的 finalizer 仍保留着它。
}
along-job-deleted = Job 正在被删除。
along-job-foreground = { $n ->
    [0] 它已没有 Pod，因此垃圾收集器会移除 finalizer foregroundDeletion。
   *[other] 在它的 { $n }{"\u00A0"}个 Pod 消失之前，finalizer foregroundDeletion 一直保留着 Job。
}
along-job-orphan = { $n ->
    [0] 它已没有 Pod，因此垃圾收集器会移除 finalizer orphan。
   *[other] 在 { $n }{"\u00A0"}个 Pod 不再以它为属主之前，finalizer orphan 一直保留着 Job。
}
along-job-held = finalizer { $finalizers } 保留着 Job，Kubernetes 自身不会移除它。
along-pod-held = Pod { $pod } 也正在被删除，但它的 finalizer { $finalizers } 保留着它。
along-ttl = 它的 ttlSecondsAfterFinished 将在 { $left } 后到期，随后它会被删除。
along-ttl-over = 它的 ttlSecondsAfterFinished 已到期：TTL 控制器会删除它。
along-status = 这次同步写入了 Job 的状态。
along-status-figures = 这次同步写入了状态：{ $figures }。
along-counted-succeeded = 从现在起，又有 { $n }{"\u00A0"}个 Pod 计为成功。
along-counted-failed = 从现在起，又有 { $n }{"\u00A0"}个 Pod 计为失败。
along-noted = { $n }{"\u00A0"}个 Pod 已记入状态（uncountedTerminatedPods），尚未计数。
along-rule-ignores = Pod 失效策略的 rules[{ $rule }] 要求 Ignore：{ $n } 次失败不计入 { $limit }。
along-rule-counts = Pod 失效策略的 rules[{ $rule }] 要求 Count：{ $n } 次失败计入 { $limit }。
along-rule-fails-index = Pod 失效策略的 rules[{ $rule }] 要求 FailIndex：索引 { $which } 已彻底失败。
along-rules-missed = Pod 失效策略没有规则匹配{ $n ->
    [1] {" "}{ $pod }
   *[other] {" "}{ $pod } 等 { $n }{"\u00A0"}个 Pod
}，因此计为失败：{ $rules }。
along-rule-other-container = rules[{ $rule }] 只针对 { $container }：{ $code } 是 { $other } 的退出码。
along-index-failed = 索引 { $which } 已彻底失败：失败次数超过 backoffLimitPerIndex 允许的 { $limit } 次。
along-indexes-back-off = { $n ->
    [1] 有 { $n }{"\u00A0"}个空闲索引失败过，还要等 { $left }。
   *[other] 有 { $n }{"\u00A0"}个空闲索引失败过，最早的还要等 { $left }。
}
along-indexes-in-turn = 另有 { $n }{"\u00A0"}个索引还没轮到：parallelism{"\u00A0"}为{"\u00A0"}{ $parallelism }。
along-indexes-over-cap = 另有 { $n }{"\u00A0"}个索引等待以后的同步：一次同步最多创建 { $cap }{"\u00A0"}个 Pod。
along-freed = 已移除 { $n }{"\u00A0"}个 Pod 的 finalizer。
along-adopted = 它收养了 { $n }{"\u00A0"}个与选择算符匹配且没有控制器的 Pod。
along-released = 它释放了 { $n }{"\u00A0"}个标签不再与选择算符匹配的 Pod。
along-queued-by-kueue = 它的标签 kueue.x-k8s.io/queue-name 为 { $queue }：由 Kueue 挂起和恢复它。
along-status-refused = { $written ->
    [0] API 服务器拒绝了状态写入（{ $code }）。
   *[other] API 服务器拒绝了随后的状态写入（{ $code }）。
}
along-duplicate = 以后的同步都无法修复：状态已经以另一种结果列出该 Pod。请手动移除该 Pod 的 finalizer batch.kubernetes.io/job-tracking。
along-backoff = 这次同步有意返回错误：新的失败让下次同步推迟 { $wait }。
along-error = 这次同步返回了错误：“{ $error }”。键将在 { $wait } 后重新入队。
along-wait = 键将在 { $wait } 后重新入队。
along-fault-lasts = 在消除原因之前，每次同步都会这样失败。
along-ripened = 时间到了：Job 的键已在队列中就绪。
along-queued = Job 的键现已入队。
along-orphan-queued = 孤儿队列有了新的键：它的工作线程查找要释放的 Pod。
along-already-queued = Job 的键已经在队列中。
along-delayed = Job 的键在 { $wait } 后进入队列。
along-observed = { $adds ->
    [0] { $dels ->
        [0] 期望的操作都已看到。
       *[other] 仍在期望：{ $dels } 次删除。
    }
   *[other] 仍在期望：{ $adds } 次创建。
}
along-observed-more = 控制器看到的删除事件比它期望的多 { $n }{"\u00A0"}个：不论由谁发起，删除都算；正在终止的 Pod 每个事件都算一个。
along-unseen = { $n }{"\u00A0"}个 watch 事件还在路上；控制器尚未看到。
along-ended = Job { $name } 已结束：{ $condition }，状态计入成功的 Pod { $succeeded }{"\u00A0"}个，失败的 { $failed }{"\u00A0"}个。
along-ended-because = Job { $name } 已结束：{ $condition }（{ $reason }），状态计入成功的 Pod { $succeeded }{"\u00A0"}个，失败的 { $failed }{"\u00A0"}个。

did-create-job = API 服务器已存储 Job { $name }。
did-import-job = API 服务器已原样存储 Job { $name }。
more-inferred = 根据集群存储的内容推断。
more-one-of-several = 推断，且是多种可能之一：另一种事件送达顺序也能解释相同的写入。
did-observe = { $writer ->
    [job] Job 控制器
    [garbage-collector] 垃圾收集器
    [ttl] TTL-after-finished 控制器
    [pod-gc] Pod 垃圾收集
    [kubelet] kubelet{" "}
    [scheduler] 调度器
    [person] 用户
    [other] 另一个控制器
   *[unknown] 未知的写入者
}{ $change ->
    [created] 创建
    [deleted] 删除
   *[changed] 更改
}了 { $kind ->
    [job] Job
   *[pod] Pod
} { $name }：来自集群的记录。
did-import-pods = API 服务器已原样存储 { $n } 个 Pod。
did-patch-job = API 服务器已更改 Job { $name }。
did-apply-job = kubectl apply 已修补 Job { $name }：应用了清单与上次所应用内容之间的差异。
did-apply-nothing = kubectl apply 发现 Job 已与清单一致：没有变化。
did-scale-job = kubectl scale 已将 Job { $name } 的 parallelism 设为{"\u00A0"}{ $n }。
did-delete-background = Job { $name } 已删除：API 服务器中已没有它。
did-delete-foreground = Job { $name } 已标记为删除，带有 finalizer foregroundDeletion。
did-delete-orphan = Job { $name } 已标记为删除，带有 finalizer orphan。
did-create-namespace = 命名空间 { $name } 已创建。
did-create-quota = 配额 { $name } 允许命名空间最多有 { $n }{"\u00A0"}个 Pod。已有的保留。
did-delete-quota = 配额 { $name } 已删除：又可以创建 Pod 了。
did-gc = 垃圾收集器运行了一次。
did-advance = 时间推进了 { $time }。
did-deliver = { $pods ->
    [0] watch 向缓存送达了 { $jobs }{"\u00A0"}个 Job 事件。
   *[other] { $jobs ->
        [0] watch 向缓存送达了 { $pods }{"\u00A0"}个 Pod 事件。
       *[other] watch 向缓存送达了 { $jobs }{"\u00A0"}个 Job 事件和 { $pods }{"\u00A0"}个 Pod 事件。
    }
}
did-relist-jobs = Job 的 watch 中断，informer 重新列举：{ $n } 处变化。
did-relist-pods = Pod 的 watch 中断，informer 重新列举：{ $n } 处变化。
did-resync = informer 重新同步（resync）：把缓存中的全部对象再次发送给处理函数。
did-hold-jobs = Job 的 watch 已扣住：其中的事件只有由你送达才会到达控制器。
did-hold-pods = Pod 的 watch 已扣住：其中的事件只有由你送达才会到达控制器。
did-release-jobs = Job 的 watch 又会自行送达。
did-release-pods = Pod 的 watch 又会自行送达。
did-crash-after = 控制器在一次同步中途崩溃，当时已写入 { $n } 次。新的控制器已接替它：没有任何记忆，要重新列举全部对象。
did-restart = 控制器已换成新的实例：没有任何记忆，会重新列举所有对象。
did-start-manager = 新的 kube-controller-manager 进程已就位，但尚未启动任何控制器：没有注册处理函数，也没有打开 watch。
manager-process = 进程启动。它认识 { $n }{"\u00A0"}个控制器，并据此检查命令行参数。
manager-leader = 它现在是领导者：持有 { $lock } kube-system/kube-controller-manager。
manager-factory = 它为所有控制器创建了一个 informer 工厂。每个 informer 每隔 { $time } 重新同步（resync）一次。
manager-healthy = API 服务器已应答：状态正常。
manager-tokens = { $name } 先于其他控制器启动：它签发它们所需的令牌。
manager-sleep = 在 { $name } 启动前等待 { $time }，以免全部同时开始。
manager-woke = 等待结束。
manager-off-flag = { $name } 未启用：--controllers 参数排除了它。
manager-off-default = { $name } 未启用：必须在 --controllers 中指明。
manager-off-gate = { $name } 未启用：特性门控 { $gate } 已关闭。
manager-off-cloud = { $name } 未启用：它属于云提供商。
manager-off-config = { $name } 在此集群中无事可做，未启用。
manager-started = { $name } 已注册其处理函数，等待缓存填满。
manager-not-simulated = { $name } 已启动。它的行为不在模拟范围内。
manager-late = { $name } 启动晚了。它的处理函数收到 { $replayed }{"\u00A0"}个对象，如同刚刚创建；另有 { $missed } 次变化它永远不会收到。
manager-informers = 所有处理函数均已注册。此时 informer 才启动。
watched-kind = { $kind ->
    [jobs] Job
   *[pods] Pod
}
manager-listed = { watched-kind } 的 informer 已列举：{ $n }{"\u00A0"}个对象正在进入缓存。
manager-synced = { watched-kind } 的缓存已填满，处理函数已被调用。
manager-caches = { $name } 看到其缓存已填满。
manager-workers = { $name } 开始运行：{ $n }{"\u00A0"}个工作线程从此取键。
watch-reopened = 服务器关闭了 { watched-kind } 的 watch。它从中断处重新打开：没有丢失任何事件。
watch-short = 服务器立即关闭了 { watched-kind } 的 watch。reflector 视之为错误，{ $time } 后重新列举。
watch-expired = 410 Gone：服务器已忘记 { watched-kind } 的 watch 所处的位置。{ $n ->
    [0] 没有丢失事件。
   *[other] 丢失 { $n }{"\u00A0"}个事件。
}reflector 在 { $time } 后重新列举。
watch-bookmark = BOOKMARK：{ watched-kind } 的 informer 知道到目前为止没有遗漏。
watch-queued = informer 的队列中有 { $n }{"\u00A0"}个对象的 { watched-kind } 事件。缓存中还没有这些事件。
watch-tick = { watched-kind } 的重新同步计时器到点：{ $all }{"\u00A0"}个监听者中有 { $due }{"\u00A0"}个到期。
did-arm-fault = { $lasts ->
    [0] 已为下次同步启用故障。
   *[other] 已启用故障。在移除它之前，每次同步都会遇到它。
}
did-remove-fault = 已移除故障：API 服务器恢复正常，接受这些调用。
did-arm-refusal = 与集群中一样，在移除这个故障之前，Job { $name } 创建不了新的 Pod。集群的 Event 报告了 { $n } 次，最近一次在 { $last }：{ $message }
did-sync = 工作线程取走了一个键。
did-take-key = 一个工作线程取了键，在第一次写入之前停下。
did-step-sync = 持有 { $name } 的工作线程发出了一次调用，在下一次之前停下。
did-orphan-freed = 孤儿工作线程移除了 { $n }{"\u00A0"}个 Pod 的 finalizer，{ $n ->
    [1] 它的 Job 不再统计它。
   *[other] 它们的 Job 不再统计它们。
}{ $refused ->
    [0] {""}
   *[other] { $refused }{"\u00A0"}个没能释放（{ $code }）：这个键不会重试。
}
did-orphans-left = { $n ->
    [0] 孤儿工作线程没有找到与该 Job 的选择算符匹配的 Pod。
   *[other] 孤儿工作线程查看了与该 Job 的选择算符匹配的 { $n }{"\u00A0"}个 Pod：没有需要释放的。
}
did-orphans-refused = 孤儿工作线程查看了与该 Job 的选择算符匹配的 { $n }{"\u00A0"}个 Pod，一个也没能释放：API 服务器拒绝了请求（{ $code }）。这个键不会重试，只有 Pod 的新事件才会让它回来。
did-orphan-gone = 孤儿工作线程查找 Pod { $name }：它已经不在，无需处理。
did-orphan-looks = 孤儿工作线程正在查找需要释放的 Pod。
did-orphan-owned = 孤儿工作线程查看了 Pod { $name }：它属于一个尚未结束的 Job，由该 Job 自己释放。
did-orphan-free = 孤儿工作线程查看了 Pod { $name }：finalizer 已经移除，没有要做的事。
did-orphan-not-its = 孤儿工作线程查看了 Pod { $name }，保持原样：它不归这个控制器管。
did-orphan-refused = 孤儿工作线程没能释放 Pod { $name }：API 服务器拒绝了请求（{ $code }）。键将在递增的延迟后重新入队。
did-sync-ttl-deleted = TTL-after-finished 控制器删除了 Job { $name }：它结束的时间已达到 ttlSecondsAfterFinished。该 Job 在它的 Pod 之后消失。
did-sync-ttl-waits = TTL-after-finished 控制器查看了 Job { $name }：时间还没到，键一直等到那时。
did-sync-ttl-refused = TTL-after-finished 控制器处理 Job { $name } 时遇到错误。键将在递增的延迟后重新入队。
did-sync-ttl-nothing = TTL-after-finished 控制器查看了 Job { $name }，保持原样。
did-collect-deleted = 垃圾收集器删除了 { $name }：它的属主都不再保留它。
did-collect-gone = 垃圾收集器发现 { $name } 不存在，把它从图中移除。
did-collect-released = 垃圾收集器移除了 { $name } 的 finalizer：它的删除不再需要等待。
did-collect-waits = 垃圾收集器查看了 { $name }：它的删除还要等待 { $n }{"\u00A0"}个附属对象。
did-collect-owned = 垃圾收集器查看了 { $name }：它有属主，会留下。
did-collect-going = 垃圾收集器查看了 { $name }：它已经在被删除。
did-collect-nothing = 垃圾收集器查看了 { $name }，保持原样。
did-collect-refused = 垃圾收集器处理 { $name } 时遇到错误。它将在递增的延迟后重新入队。
did-orphan = 垃圾收集器解除了 { $n }{"\u00A0"}个 Pod 对 { $name } 的附属关系，{ $name } 随之可以删除。
did-pod-gc = Pod 垃圾收集查看了所有 Pod，{ $n ->
    [0] 一个也没有删除。
   *[other] 删除了其中 { $n }{"\u00A0"}个。
}
did-delete-node = 节点 { $name } 已丢失，其上 Pod 的状态未知。
did-set-outcomes = “Pod 的行为”已更改：{ $n } 条规则。
pod-of-number = Pod { $n }{" "}
pod-of-index = Pod（索引 { $index }{ $attempt ->
    [1] {""}
   *[other] ，第 { $attempt } 次尝试
}）
did-pod-schedule = { $n ->
    [1] { $which }已有节点。
   *[other] { $n }{"\u00A0"}个 Pod 已有节点。
}
did-pod-run = { $n ->
    [1] { $which }开始运行。
   *[other] { $n }{"\u00A0"}个 Pod 开始运行。
}
did-pod-run-ready = { $n ->
    [1] { $which }开始运行并就绪。
   *[other] { $n }{"\u00A0"}个 Pod 开始运行并就绪。
}
did-pod-unschedulable = { $n ->
    [1] 调度器没有为{ $which }找到节点。
   *[other] 调度器没有为 { $n }{"\u00A0"}个 Pod 找到节点。
}
did-pod-wait = { $n ->
    [1] { $which }无法启动：{ $reason }。
   *[other] { $n }{"\u00A0"}个 Pod 无法启动：{ $reason }。
}
did-container-exit = { $n ->
    [1] { $which }的容器 { $container } 以退出码 { $code } 结束。
   *[other] { $n }{"\u00A0"}个 Pod 的容器 { $container } 以退出码 { $code } 结束。
}
did-pod-ready = { $n ->
    [1] { $which }已就绪。
   *[other] { $n }{"\u00A0"}个 Pod 已就绪。
}
did-pod-unready = { $n ->
    [1] { $which }不再就绪。
   *[other] { $n }{"\u00A0"}个 Pod 不再就绪。
}
did-pod-restart = { $n ->
    [1] { $which }的容器重启了。
   *[other] { $n }{"\u00A0"}个 Pod 的容器重启了。
}
did-pod-succeed = { $n ->
    [1] { $which }成功了。
   *[other] { $n }{"\u00A0"}个 Pod 成功了。
}
did-pod-fail = { $n ->
    [1] { $which }以退出码 { $code } 失败。
   *[other] { $n }{"\u00A0"}个 Pod 以退出码 { $code } 失败。
}
did-pod-fail-conditions = { $n ->
    [1] { $which }以退出码 { $code } 失败，状况为 { $conditions }。
   *[other] { $n }{"\u00A0"}个 Pod 以退出码 { $code } 失败，状况为 { $conditions }。
}
did-pod-fail-reason = { $n ->
    [1] { $which }失败：{ $reason }。
   *[other] { $n }{"\u00A0"}个 Pod 失败：{ $reason }。
}
did-pod-lose-node = { $n ->
    [1] { $which }的节点丢失。
   *[other] { $n }{"\u00A0"}个 Pod 的节点丢失。
}
did-pod-delete = { $n ->
    [1] { $which }被用户删除了。
   *[other] 用户删除了 { $n }{"\u00A0"}个 Pod。
}
did-pod-evict = { $n ->
    [1] { $which }被驱逐：加上 DisruptionTarget 状况，然后删除。
   *[other] { $n }{"\u00A0"}个 Pod 被驱逐：加上 DisruptionTarget 状况，然后删除。
}
did-pod-remove = { $n ->
    [1] { $which }已停止并消失。
   *[other] { $n }{"\u00A0"}个 Pod 已停止并消失。
}
did-pod-stop = { $n ->
    [1] { $which }已停止；它的 finalizer 还保留着它。
   *[other] { $n }{"\u00A0"}个 Pod 已停止；finalizer 还保留着其中 { $held }{"\u00A0"}个。
}
did-pod-label = { $n ->
    [1] { $which }的标签改变了。
   *[other] { $n }{"\u00A0"}个 Pod 的标签改变了。
}
did-pod-annotate = { $n ->
    [1] { $which }的注解改变了。
   *[other] { $n }{"\u00A0"}个 Pod 的注解改变了。
}
did-pod-patch = { $n ->
    [1] { $which }被修补了。
   *[other] { $n }{"\u00A0"}个 Pod 被修补了。
}
did-pod-orphan = { $n ->
    [1] { $which }现在没有属主。
   *[other] { $n }{"\u00A0"}个 Pod 现在没有属主。
}

## 原因：不是问题的行

calls-slow-start = 创建 Pod
    .explain = Pod 按 1、2、4、8……的批次创建。前一批顺利，下一批才开始，这样注定失败的请求不会发送上千次。
    .term = 慢启动（slow start）
calls-sizes = { $n ->
    [1] 一批
   *[other] 各批
} { $sizes }{"\u00A0"}个
calls-created = { $n }{"\u00A0"}个已创建
calls-refused = { $n }{"\u00A0"}个{ $code ->
    [504] 无答复
   *[other] 被拒
}，{ $code }
calls-number = { $n } 次调用
calls-more = 另有 { $n } 次
calls-delete = 删除 Pod
    .explain = { $by ->
        [pod-gc] { $within ->
            [gcTerminated] 在已结束的 Pod 中从最旧的删起，直到数量不超过阈值。
           *[other] 没有 kubelet 会删除这个 Pod：它的节点已不存在，或者它从未有过节点。
        }
        [garbage-collector] 该 Pod 的属主已不存在，或正等着它的 Pod 先消失。
       *[other] { $within ->
            [syncJob] 因为 Job 结束，所有活动的 Pod 都被删除。
            [deleteActivePods] 因为 Job 结束，所有活动的 Pod 都被删除。
           *[other] 如果不是全部删除，先删没有节点的，再依次是尚未运行的、未就绪的、就绪时间最短的、重启次数最多的和最新创建的。{ $release ->
                [11] {""}
               *[other] 在 Indexed Job 中，比它们更先删的是没有索引、索引不小于 completions 或索引已有另一个 Pod 的。
            }
        }
    }
    .term = { $by ->
        [pod-gc] { $release ->
            [11] deletePod
            [22] deletePod
           *[other] markFailedAndDeletePod
        }
        [garbage-collector] deleteObject
       *[other] { $within ->
            [syncJob] deleteJobPods
            [deleteActivePods] deleteActivePods
           *[other] ActivePods
        }
    }
calls-patch = { $by ->
    [garbage-collector] 移除 Pod 的属主引用
   *[other] 收养或释放 Pod
}
    .explain = { $by ->
        [garbage-collector] 该 Pod 不再引用已不存在的属主，或以 orphan 方式删除的属主。
       *[other] 标签匹配且无主的 Pod 会被收养；标签不再匹配的会被释放。
    }
    .term = { $by ->
        [garbage-collector] ownerReferences
       *[other] PodControllerRefManager
    }
calls-free = 移除 finalizer
    .explain = 这些 Pod 不再需要 finalizer：它们的结束已写入状态，或者不应计入，例如 Job 缩容、挂起或被删除时。移除之后，它们就可以被删除。
    .term = { $within ->
        [trackJobStatusAndRemoveFinalizers] removeTrackingFinalizerFromPods
        [flushUncountedAndRemoveFinalizers] removeTrackingFinalizerFromPods
       *[other] removeTrackingFinalizerPatch
    }
judged = 判定被 finalizer 保留的 Pod
    .explain = 逐个判定被跟踪 finalizer 保留的 Pod：是否已结束、是否计入、能否移除 finalizer。{ $release ->
        [22] 若 Job 结束，仍在运行的 Pod 也计为失败。
        [25] 若 Job 结束，仍在运行的 Pod 也计为失败。
       *[other] 若 Job 以失败结束，仍在运行的 Pod 也计为失败。
    }
    .term = trackJobStatusAndRemoveFinalizers
judged-kept = 尚未结束
judged-kept-for-replacement = 已失败，保留到被替换
judged-succeeded = 应计为成功
judged-failed = 应计为失败
judged-failed-unfinished = 尚未结束就计为失败
judged-ignored = 已失败，不计
judged-before = 先前已记下
judged-not-counted = 不计入
judged-index-fails = 索引 { $which } 彻底失败
backoff-noted = 记下连续失败
    .explain = 退避存储记录自上次成功以来失败的 Pod 数和最后一次失败的时间。新的 Pod 据此等待。失败的 Pod 若因等待替换而保留 finalizer，之后的同步会再次计入它。
    .term = podBackoffStore
backoff-dropped = 清除连续失败的记录
expect-finalizers = 期望 finalizer 消失
    .explain = 在缓存显示这些 Pod 没有 finalizer 之前，它们视为已释放，之后的同步不会重复计数。
    .term = finalizerExpectations
expect-finish = 期望看到结束
    .explain = Job 的结束已经写入。在缓存显示之前，对该 Job 的其他同步什么都不做。
    .term = finishedJobExpectations
expect-finish-seen = 已看到结束
calls-patch-job = { $by ->
    [garbage-collector] 移除 Job 的 finalizer
   *[other] 移除 Job 的跟踪注解
}
    .explain = { $by ->
        [garbage-collector] 删除这个 Job 已无需等待：移除 finalizer 后，它就会被删除。
       *[other] 特性门控已关闭，这个 Job 的 Pod 不再用 finalizer 跟踪，因此要移除相应的注解。
    }
    .term = { $by ->
        [garbage-collector] removeFinalizer
       *[other] removeTrackingAnnotationPatch
    }
calls-delete-job = 删除 Job
    .explain = 以前台方式删除，而且仅当它仍是同一个 Job：请求中写明它的 UID。Job 会留到它的 Pod 都消失为止。
    .term = DeletePropagationForeground
calls-get-pod = 绕过缓存读取 Pod
    .explain = 删除任何对象之前，垃圾收集器先查询服务器。
    .term = getObject
calls-patch-status = 把 Pod 标记为 Failed
    .explain = 没有 kubelet 的 Pod 会一直显示为运行中，它的 Job 也就永远不会替换它。
    .term = markFailedAndDeletePod
calls-update-status = 写入状态
    .explain = 其他组件只能从状态中看到控制器的结果。
    .term = UpdateStatus
calls-get = 绕过缓存读取 Job
    .explain = { $by ->
        [job] { $within ->
            [updateJobStatus] 每次尝试写入状态之前，这个版本都重新读取 Job，把状态写到读到的对象上。
           *[other] 收养 Pod 之前，控制器先确认 Job 仍然存在。
        }
       *[other] 删除任何对象之前，这个控制器先查询服务器：它的缓存可能落后。
    }
    .term = { $by ->
        [job] { $within ->
            [updateJobStatus] updateJobStatus
           *[other] RecheckDeletionTimestamp
        }
        [ttl] processJob
       *[other] getObject
    }
expect-creations = 期望创建
    .explain = 第一次调用之前，控制器记下它的 watch 必须看到多少次创建或删除。看到之前它既不创建也不删除：它的缓存可能落后。Job 结束时所做的删除不会记下。
    .term = ControllerExpectations
expect-deletions = 期望删除
expect-creation-seen = 看到一次创建
expect-deletion-seen = 看到一次删除
expect-given-back = 退回期望
expect-dropped = 清除期望
asked = 用户向 API 服务器发出请求
queue-added = 键进入队列
queue-already = 键已在那里等待
queue-again = 键将再次运行
queue-rate-limited = 键在递增的延迟后重新入队
queue-delayed = 键稍后进入队列
queue-earlier = 键已在等待更早的时间
queue-ripened = 时间到了
queue-taken = 工作线程取走键
queue-forgotten = 清除它的重新入队次数
ready = 就绪
delivered = { $cause } { $kind } { $name }
handled = { $name }
no-handler = 无处理函数
handler-same-version = { $name }：版本相同
handler-not-ours = { $name }：不属于我们
handler-orphan = { $name }：孤儿
handler-owner-finished = { $name }：它的 Job 已结束
handler-not-registered = { $name }：未注册
handler-not-due = { $name }：未通知，重新同步未到期
outcome-queued = 入队
outcome-already = –
outcome-delayed = 稍后
cause-relist = 列举
cause-tombstone = 墓碑
cause-resync = 重新同步
cause-start = 列举
verdict-as-delete = 视为删除
    .explain = 该 Pod 正在被删除，因此该事件算作它的删除。
verdict-same-version = 版本相同
    .explain = 新旧对象的 resourceVersion 相同：这是重新同步（resync），什么都没有发生。
verdict-not-ours = 不属于我们
    .explain = 缓存所知的 Job 中没有控制该 Pod 的。
verdict-orphan = 孤儿
    .explain = 该 Pod 没有控制器，因此会同步选择算符匹配的每个 Job。
verdict-orphan-updated = 孤儿
    .explain = 该 Pod 没有控制器。如果它的标签或属主变了，就会同步选择算符匹配的每个 Job。
verdict-orphan-deleted = 孤儿
    .explain = { $release ->
        [11] 该 Pod 没有控制器，因此不会有 Job 得知它被删除。
        [22] 该 Pod 没有控制器，因此不会有 Job 得知它被删除。
       *[other] 该 Pod 没有控制器，因此不会有 Job 得知它被删除。如果 finalizer 还保留着它，孤儿工作线程会释放它。
    }
rivals = { $n }{"\u00A0"}个 Job 选中它：{ $jobs }
verdict-rivals = 多个 Job 选中它
    .explain = 有多个 Job 的选择算符匹配这个没有控制器的 Pod。控制器在日志中记下用户错误，最先同步的 Job 收养该 Pod。
verdict-owner-finished = 它的 Job 已结束
    .explain = 控制该 Pod 的 Job 已结束，不再计数：如果跟踪 finalizer 还保留着它，由孤儿工作线程释放。
verdict-not-registered = 未注册处理函数
    .explain = Job 控制器尚未注册其处理函数：缓存改变了，而控制器并不知道。
verdict-not-due = 未通知
    .explain = 在此版本中，列举的结果只到达上次计时器到点时需要重新同步的处理函数。缓存中有该对象，而控制器并不知道。
returned = { $name } 返回
    .explain = 没有错误时，键离开队列。如果同时清除其重新入队次数（Forget），下一次失败又从最短的等待开始。
    .term = Forget
returned-beside = 工作线程处理完该键
    .explain = 没有错误时，键离开队列，并清除它的重新入队次数。
    .term = Forget
returned-beside-error = 工作线程遇到错误
    .explain = 键回到队列，每次等待加倍：5{"\u00A0"}毫秒、10{"\u00A0"}毫秒、20{"\u00A0"}毫秒，最长 1000{"\u00A0"}秒。
    .term = AddRateLimited
returned-error = { $name } 返回错误
    .explain = 键回到队列，每次等待加倍：10{"\u00A0"}秒、20{"\u00A0"}秒、40{"\u00A0"}秒，最长 6{"\u00A0"}分钟。
    .term = AddRateLimited
returned-error-briefly = { $name } 返回错误
    .explain = 键回到队列，每次等待加倍：1{"\u00A0"}秒、2{"\u00A0"}秒、4{"\u00A0"}秒，最长 1{"\u00A0"}分钟。
    .term = AddRateLimited
returned-ok = 正常
returned-err = 错误

## 原因：问题

decision-key-complete = 键指明了 Job 吗？
    .explain = 队列里放的是“命名空间/名称”形式的键，而不是 Job。两部分都必须有。
    .term = SplitMetaNamespaceKey
decision-caches-caught-up = 缓存里有它自己写入的内容吗？
    .explain = v1.36 的防护：只要缓存比控制器自己为这个 Job 写入的内容旧，同步就以错误结束，稍后重试。否则它会依据过时的状态行动。
    .term = ConsistencyStore.EnsureReady
decision-job-in-cache = Job 在缓存中吗？
    .explain = 控制器在 informer 的缓存中查找 Job，从不直接问 API 服务器。找不到说明它已被删除，或尚未被看到。
    .term = JobLister
decision-managed-externally = 由另一个控制器负责吗？
    .explain = 若 spec.managedBy 指定了 kubernetes.io/job-controller 以外的控制器，本控制器就不插手。
    .term = managedByExternalController
decision-job-finished = 已经结束了吗？
    .explain = 带有 Complete 或 Failed 状况的 Job 永远不再处理。
    .term = IsJobFinished
decision-finish-written = 它刚刚自己写入了结束状态吗？
    .explain = 若本进程已写入 Job 结束，而缓存中还看不到，就没有别的事要做。
    .term = finishedJobExpectations
decision-requeues = 重新入队了多少次？
    .explain = 限速器记录键因错误重新入队过多少次。在这个版本里，这个数字就是 Job 的退避。
    .term = NumRequeues
decision-expectations-satisfied = 期望已满足吗？
    .explain = 控制器在发出之前记为期望的创建和删除，必须先出现在它的 watch 中。5 分钟内没有出现，它就不再等待。
    .term = SatisfiedExpectations
decision-pods-claimed = 有多少 Pod 属于它？
    .explain = 由该 Job 控制且标签匹配的 Pod；匹配的孤儿会被收养，不再匹配的会被释放。
    .term = ClaimPods
decision-pods-counted = 有多少 Pod 是活动的？
    .explain = 活动是指既未结束，也没有正在被删除。Pod 由 finalizer 保留时，已结束的 Pod 取状态里已计入的数，再加上新的。没有 finalizer 时（如 v1.11），只数此刻存在的 Pod。
    .term = { $release ->
        [11] FilterActivePods、getStatus
        [22] FilterActivePods、getStatus
       *[other] FilterActivePods
    }
decision-start-time-unset = 还没有 startTime 吗？
    .explain = { $release ->
        [11] 发现没有 status.startTime 的同步会设置它。如果有期限，键还会在期限结束的时刻再次入队。
       *[other] 发现没有 status.startTime 的同步会设置它，除非 Job 已挂起。
    }
    .term = status.startTime
decision-exceeds-backoff-limit = 失败次数超过 backoffLimit 吗？
    .explain = 依次三项检验，遇到第一项不成立的就停：失败的 Pod 比状态里的多，活动的 Pod 数不等于 parallelism，键重新入队的次数过多。与上限比较的不是失败的 Pod 数。
    .term = BackoffLimitExceeded
decision-past-backoff-limit-on-failure = 重启次数达到 backoffLimit 了吗？
    .explain = restartPolicy 为 OnFailure 时，kubelet 原地重启容器，因此重启次数也计算在内：达到上限，Job 就失败。
    .term = pastBackoffLimitOnFailure
decision-past-active-deadline = 超过 activeDeadlineSeconds 吗？
    .explain = 期限从 status.startTime 算起，与 Pod 的情况无关。
    .term = DeadlineExceeded
decision-manage-needed = 可以创建或删除 Pod 吗？
    .explain = 只有期望的操作都已看到，并且 Job 没有正在被删除，才可以。
    .term = { $release ->
        [11] jobNeedsSync
        [22] jobNeedsSync
       *[other] satisfiedExpectations
    }
decision-too-many-active = Pod 太多吗？
    .explain = 若活动的 Pod 多于 parallelism 所允许的，就删除一些。
    .term = spec.parallelism
decision-too-few-active = Pod 太少吗？
    .explain = 若活动的 Pod 少于 parallelism 所允许的，就可以创建一些。
    .term = spec.parallelism
decision-want-active = 应该运行多少个？
    .explain = 还缺多少就运行多少，但不超过 parallelism。没有 completions 时：在有一个成功之前为 parallelism，之后不再增加。
    .term = wantActive
decision-more-active-than-wanted = 活动的 Pod 多于应运行的吗？
    .explain = 这种情况下什么都不创建，也什么都不删除。
    .term = wantActive
decision-create-error-tolerated = 失败的创建算作已完成吗？
    .explain = { $release ->
        [11] 超时之后，Pod 很可能已被创建。这样的调用算作已创建，并等待它的事件。
       *[other] 命名空间正在被删除时，所有创建都会被拒绝，所以这里不算错误。该 Pod 仍在预期之中并计为活动，最多五分钟。
    }
    .term = { $release ->
        [11] IsTimeout
       *[other] NamespaceTerminatingCause
    }
decision-slow-start-stops = 在此停止吗？
    .explain = 若这一批中有创建失败，就跳过剩余的批次，并退回对它们的期望。
    .term = 慢启动（slow start）
decision-completions-reached = 成功数够了吗？
    .explain = { $release ->
        [11] 有 completions 时：已有那么多 Pod 成功。没有时：已有一个成功，并且没有活动的 Pod。
       *[other] 有 completions 时：已有那么多 Pod 成功。没有时：已有一个成功。两种情况下都不能再有活动的 Pod。
    }
    .term = JobComplete
decision-too-many-active-pods = 还有活动的 Pod 吗？
    .explain = 若工作已完成却还有活动的 Pod，就发出警告，任其运行。
    .term = TooManyActivePods
decision-too-many-succeeded-pods = 成功的比要求的多吗？
    .explain = 若成功的 Pod 比 completions 要求的多，就发出警告。
    .term = TooManySucceededPods
decision-new-successes = 有新的成功吗？
    .explain = 如果自上次状态以来有 Pod 成功，就清除之前的重试次数，除非这次同步以错误结束。
    .term = Forget
decision-status-changed = 状态有变化吗？
    .explain = 只有某个数字或状况列表与缓存中的不同，才写入状态。
    .term = UpdateStatus
decision-status-retry-left = 可以再次写入状态吗？
    .explain = 写入出错后，它重新读取 Job 再试一次，总共最多四次。如果读取失败，就停止。
    .term = statusUpdateRetries
decision-new-failure-unfinished = 有新的失败且尚未结束吗？
    .explain = 这种情况下 syncJob 有意返回错误：键在递增的延迟后重新入队。这个版本就是这样退避的。
    .term = AddRateLimited
decision-job-suspended = Job 挂起了吗？
    .explain = 挂起的 Job 没有 Pod：活动的会被删除，它们没做完的工作以后重做。
    .term = spec.suspend
decision-new-finished-pods = 有多少 Pod 是新结束的？
    .explain = 已经结束、跟踪 finalizer 仍保留的 Pod。它们加到状态中的数字上；对于 Indexed Job，成功数会被成功的索引数取代。正在被删除的 Pod 立即算作失败，除非只在 Pod 失败之后才替换。
    .term = getNewFinishedPods
decision-success-criteria-met-set = 已决定 Job 成功了吗？
    .explain = 若状况 SuccessCriteriaMet 为 True，就只等 Pod 结束：任何失败都不能再改变结果。
    .term = SuccessCriteriaMet
decision-failure-target-set = 之前已决定失败吗？
    .explain = 若 Job 有状况 FailureTarget，说明之前的一次同步已决定让它失败，这次只是把事情做完。
    .term = FailureTarget
decision-fail-job-rule-matched = 有失败要立即结束 Job 吗？
    .explain = 若有 Pod 的失败方式在 Pod 失效策略中对应 FailJob，Job 就失败。第一个这样的 Pod 提供消息。
    .term = podFailurePolicy
decision-new-failures-exceed-backoff-limit = 有新的失败，且超过 backoffLimit 吗？
    .explain = 依次三项检验，遇到第一项不成立的就停：失败的 Pod 比状态里的多，活动的 Pod 数不等于 parallelism，失败的多于上限。如果失败的 Pod 已被替换，Job 会继续运行，直到下一次失败。
    .term = exceedsBackoffLimit
decision-indexed-job-disabled = 门控已关闭，却要求索引吗？
    .explain = 若 Job 要求每个完成项都有索引，而这个控制平面关闭了该特性，控制器就不处理它，并用一个事件说明。
    .term = IndexedJob
decision-tracked-with-finalizers = 它的 Pod 用 finalizer 跟踪吗？
    .explain = 门控打开且 Job 带有注解时，finalizer 会保留每个 Pod，直到它的结局记入状态。否则每次都根据现存的 Pod 重新计数。
    .term = JobTrackingWithFinalizers
decision-tracking-annotation-left = Job 上还留有跟踪标记吗？
    .explain = 在门控打开时创建的 Job 还带着这个注解，现在要移除它。
    .term = job-tracking
decision-suspension-handled = 要处理 Suspended 状况吗？
    .explain = 只有门控打开，且本次同步可以创建或删除 Pod 时才处理。
    .term = SuspendJob
decision-failures-exceed-backoff-limit = 失败的 Pod 超过 backoffLimit 吗？
    .explain = 失败的 Pod 记在状态里，因此已经消失的也算。可以达到上限，但不能超过。
    .term = BackoffLimitExceeded
decision-deadline-ahead = 有需要等待的期限吗？
    .explain = 如果有，每次同步都会让键在期限结束时再次入队。
    .term = AddAfter
decision-job-indexed = 每个完成项都有索引吗？
    .explain = completionMode 为 Indexed 时，从 0 到 completions - 1 的每个索引都需要各自成功一次。
    .term = completionMode
decision-succeeded-indexes = 有多少索引成功？
    .explain = status.completedIndexes 中的索引，加上此后成功的 Pod 的索引。{ $release ->
        [22] 不用 finalizer 跟踪时：只算此刻存在的 Pod 的索引。
       *[other] {""}
    }
    .term = calculateSucceededIndexes
decision-backoff-limit-per-index-set = 索引各自失败吗？
    .explain = 设置 backoffLimitPerIndex 后，失败按索引分别计算，其他索引继续运行。
    .term = backoffLimitPerIndex
decision-too-many-failed-indexes = 失败的索引超过 maxFailedIndexes 吗？
    .explain = 超过这个数，整个 Job 就失败。
    .term = MaxFailedIndexesExceeded
decision-all-indexes-finished = 所有索引都结束，且有失败的吗？
    .explain = 当每个索引都已成功或失败，并且至少有一个失败时，Job 失败。
    .term = FailedIndexes
decision-success-policy-matched = 满足成功策略了吗？
    .explain = 按顺序检查各条规则。第一条其索引（或索引数量）已成功的规则，使整个 Job 成功。两者都有的规则只在其索引之内计数。
    .term = successPolicy
decision-finishing = Job 的结束已成定局吗？
    .explain = { $release ->
        [22] 由于失败或期限；是否达到 completions，要在下面才问。如果是，先删除它的活动 Pod。
        [25] 由于失败、期限、失败的索引，或之前已宣布的失败；是否达到 completions，要在下面才问。如果是，先删除它的活动 Pod。
       *[other] 由于失败、期限、失败的索引、成功策略，或之前已宣布的结局；是否达到 completions，要在下面才问。如果是，先删除它的活动 Pod。
    }
    .term = finishedCondition
decision-active-pods-deleted = 活动的 Pod 都已删除吗？
    .explain = 只有每个活动的 Pod 都已删除，并且缓存显示了所有期望的操作，才算。否则推迟到下次同步。
    .term = deleteActivePods
decision-not-found-tolerated = 它早已不在了吗？
    .explain = 已经不在的对象等同于已删除，或已释放。
    .term = IsNotFound
decision-suspend-condition-changed = 状况 Suspended 有变化吗？
    .explain = 该状况跟随 spec，但从未挂起过的 Job 不会有它。Job 恢复时，开始时间重新设置。
    .term = ensureJobConditionStatus
decision-start-time-cleared = 要清除开始时间吗？
    .explain = 如果特性门控 MutableSchedulingDirectivesForSuspendedJobs 已打开，挂起 Job 时会清除它的开始时间，这样就可以更改它的 Pod 要调度到哪里。
    .term = startTime
decision-status-needs-update = 运行中的 Pod 数量有变化吗？
    .explain = { $release ->
        [22] 活动的 Pod 数量有变化，即使没有 Pod 结束，也要写入。
        [25] 活动或就绪的 Pod 数量有变化，即使没有 Pod 结束，也要写入。
       *[other] 活动、就绪或正在终止的 Pod 数量有变化，即使没有 Pod 结束，也要写入。
    }
    .term = needsStatusUpdate
decision-only-replace-failed = 只在 Pod 失败后才替换吗？
    .explain = 这样，正在终止的 Pod 仍占着位置。Pod 失效策略也要求如此。
    .term = podReplacementPolicy
decision-pods-to-remove = 要删除多少个 Pod？
    .explain = 超出应运行数量的那些；如果没有合适索引的 Pod 更多，就删除后者。只要有要删除的，这次同步就不创建。
    .term = activePodsForRemoval
decision-over-sync-cap = 超过一次同步的上限吗？
    .explain = 一次同步最多创建或删除 500 个 Pod，其余留给下一次。
    .term = MaxPodCreateDeletePerSync
decision-pods-missing = 还缺多少个 Pod？
    .explain = { $release ->
        [22] 所需数量，减去活动的。
       *[other] 所需数量，减去活动的，再减去需要等待其终止的。
    }
    .term = diff
decision-pod-backoff-remaining = 退避还要持续多久？
    .explain = 连续失败之后新的 Pod 要等待：第一次后 10{"\u00A0"}秒，然后每次加倍，最多 10{"\u00A0"}分钟（v1.27 中为 6{"\u00A0"}分钟）。再减去自上次失败以来的时间。
    .term = getRemainingTime
decision-pending-indexes = 取用多少空闲的索引？
    .explain = { $release ->
        [22] 缺多少 Pod 就取多少（如果有那么多）：没有活动 Pod、也没有成功的最小的那些索引。
       *[other] 缺多少 Pod 就取多少（如果有那么多）：没有活动 Pod、也没有成功或失败的最小的那些索引。若只在 Pod 失败之后才替换，Pod 仍在终止的索引不算空闲。
    }
    .term = firstPendingIndexes
decision-index-backoff-remaining = 所有空闲索引还要等多久？
    .explain = 设置 backoffLimitPerIndex 后，每个索引有自己的退避。答案是最短的等待时间；若有空闲索引已可创建 Pod，则为 0{"\u00A0"}s。
    .term = getRemainingTimePerIndex
decision-uncounted-without-finalizer = 未计数列表中的 Pod 已经释放了吗？
    .explain = 列为未计数、finalizer 已移除的 Pod，从列表移到计数器中。
    .term = cleanUncountedPodsWithoutFinalizers
decision-over-uncounted-cap = 结束的 Pod 超过一次同步的上限吗？
    .explain = { $release ->
        [22] 到 500 个结束的 Pod 时，先写下并释放已找到的，然后同一次同步继续处理其余的。
       *[other] 一次同步最多计入 500 个结束的 Pod。其余计入之前，不会宣布 Job 结束。
    }
    .term = MaxUncountedPods
decision-interim-condition-needed = 要先宣布结局吗？
    .explain = { $release ->
        [31] 在 Failed 或 Complete 之前，先写入 FailureTarget 或 SuccessCriteriaMet：Job 的结局由此确定，等不再有 Pod 正在终止时，再写最后的状况。
       *[other] 先写入 FailureTarget，因为在引起失败的 Pod 消失时，它保留消息。此版本中只有 FailJob 规则会走到这一步。
    }
    .term = { $release ->
        [31] FailureTarget、SuccessCriteriaMet
       *[other] FailureTarget
    }
decision-flush-needed = 移除 finalizer 之前要写状态吗？
    .explain = 先写下要计入的内容。之后即使控制器崩溃，也不会丢失。
    .term = flushUncountedAndRemoveFinalizers
decision-finalizers-to-remove = 有要移除的 finalizer 吗？
    .explain = 结束已写入状态的 Pod 可以释放，不再计入的也可以。
    .term = removeTrackingFinalizerFromPods
decision-partial-progress = 只移除了一部分 finalizer 吗？
    .explain = 如果有移除失败，已成功的部分会立即写入。
    .term = flushUncountedAndRemoveFinalizers
decision-may-finish = 可以将 Job 标记为结束吗？
    .explain = 只有没有待计入的 Pod，并且（自 v1.31 起）没有仍在终止的 Pod 时才可以。
    .term = enactJobFinished
decision-second-flush-needed = 要再次写入状态吗？
    .explain = 若有 Pod 被计入，或者 Job 已结束，现在就写入。
    .term = updateStatusHandler
decision-orphan-pods-listed = 有多少 Pod 与选择算符匹配？
    .explain = 缓存中与已结束或已删除的 Job 的选择算符匹配的所有 Pod；逐个检查。
    .term = syncOrphanPodsBySelector
decision-pod-in-cache = Pod 在缓存中吗？
    .explain = 如果不在，它已经消失，无需处理。
    .term = podStore
decision-controlled-by-other = 由别的对象控制吗？
    .explain = 若这个 Pod 的控制器不是 Job，它的 finalizer 就与本控制器无关。
    .term = GetControllerOf
decision-owner-unfinished = 它的 Job 还在运行吗？
    .explain = 如果是，由那个 Job 计入该 Pod，并移除 finalizer。
    .term = resolveControllerRef
decision-tracking-finalizer-present = finalizer 还保留着它吗？
    .explain = 如果还在，就移除它，让 Pod 可以消失。
    .term = hasJobTrackingFinalizer
decision-needs-cleanup = 该 Job 设置了 TTL 吗？
    .explain = 只有已结束、设置了 ttlSecondsAfterFinished 且尚未被删除的 Job 才归该控制器管。
    .term = needsCleanup
decision-ttl-expired = TTL 到期了吗？
    .explain = 从 Job 变为 Complete 或 Failed 时算起。如果还没过，键在队列中等到那时。
    .term = timeLeft
decision-terminated-pod-threshold-set = 已结束的 Pod 有上限吗？
    .explain = kube-controller-manager 有一个参数。已结束的 Pod 会留着，直到超过它所说的数目。
    .term = --terminated-pod-gc-threshold
decision-terminated-pods-over-threshold = 已结束的 Pod 多出多少？
    .explain = 多出的会被删除，最旧的先删；自 v1.27 起，被驱逐的排在最前。
    .term = terminatedPodThreshold
decision-pods-on-unknown-nodes = 有多少 Pod 在未知的节点上？
    .explain = 节点可能是新的，而缓存落后：它先隔离 40{"\u00A0"}秒，之后才询问服务器。
    .term = quarantineTime
decision-node-deleted = 节点确实已不存在吗？
    .explain = 若隔离之后缓存和服务器都没有它，就不会再有 kubelet 报告它的 Pod。
    .term = discoverDeletedNodes
decision-orphaned-pods = 有多少 Pod 失去了节点？
    .explain = 它们不经宽限就被删除。自 v1.26 起，先标记为 Failed，并带上状况 DisruptionTarget。
    .term = gcOrphaned
decision-unscheduled-terminating-pods = 有多少正被删除的 Pod 从未有过节点？
    .explain = 没有 kubelet 认识它们，也就无人确认它们已停止，所以立刻删除。
    .term = gcUnscheduledTerminating
decision-pod-ended = Pod 已结束吗？
    .explain = 如果没有，先标记为 Failed 再删除，以免有人以为它还在运行。
    .term = markFailedAndDeletePod
decision-node-current = 队列中的对象仍是图中的那个吗？
    .explain = 只有引用提到过的对象，可能已经被事件看到，或已查明不存在。那就无事可做。
    .term = isObserved
decision-item-being-deleted = 它已经在被删除了吗？
    .explain = 删除不可逆：已在删除的对象无需再次处理，除非它在等待附属对象。
    .term = isBeingDeleted
decision-item-gone = 服务器上已没有该对象了吗？
    .explain = 图可能落后。如果对象不在，或同名的是另一个，它在图中的节点就像收到删除事件一样移除。
    .term = enqueueVirtualDeleteEvent
decision-deleting-dependents = 它在等待附属对象消失吗？
    .explain = 若它是以前台方式删除的，就带着标记留下，直到阻塞它删除的都消失。
    .term = isDeletingDependents
decision-blocking-dependents = 它还要等待多少个附属对象？
    .explain = 只有引用中写明 blockOwnerDeletion 的才算。一个不剩时，finalizer 被移除，对象随之消失。
    .term = blockingDependents
decision-finalizer-held = finalizer 还在吗？
    .explain = 如果别人已经移除，就无事可做。
    .term = removeFinalizer
decision-owners-named = 它引用了多少个属主？
    .explain = 没有属主的对象不是任何对象的附属对象，因此保留。
    .term = ownerReferences
decision-owner-absent = 这个属主已不存在吗？
    .explain = 除非已知该属主不存在，否则查询服务器。同名的另一个对象不是属主：以 UID 为准。
    .term = isDangling
decision-owner-waits = 这个属主在等待附属对象吗？
    .explain = 正以前台方式被删除的属主希望该对象消失。
    .term = waitingForDependentsDeletion
decision-solid-owner = 有保留它的属主吗？
    .explain = 只要有一个属主存在且不在等待就够了。
    .term = classifyReferences
decision-owners-to-drop = 有要移除的属主引用吗？
    .explain = 指向已消失或在等待的属主的引用会被移除：不再有属主需要等待该对象。
    .term = deleteOwnerRef
decision-delete-in-foreground = 它自己的附属对象要先消失吗？
    .explain = 若有属主在等待，而该对象自己也有附属对象，它也以前台方式删除。
    .term = DeletePropagationForeground
decision-dependents-wait = 会形成循环等待吗？
    .explain = 若它的一个附属对象也在等待，为免互相等待，它自己的引用不再阻塞。
    .term = unblockOwnerReferences
decision-item-observed = 有事件报告过它吗？
    .explain = 如果只有引用提到过，就反复检查，直到有事件报告它，或查明它不存在。
    .term = isObserved
decision-dependents-to-orphan = 有多少附属对象被留下？
    .explain = 每个都失去对属主的引用。然后 finalizer 被移除，属主随之消失。
    .term = orphanDependents

## 时间线

timeline = 时间线
step-controls = 单步控制
to-start = 回到开头
start-word = 开头
step-back = 单步后退
back-word = 后退
step-into = 步入
into-word = 步入
step-over = 步过
over-word = 步过
step-out = 步出
out-word = 步出
play = 播放
pause = 暂停
speed = 速度
position = 第 { $step } 步，共 { $of } 步
nothing-before = 会话从这里开始
next-rest = 接下来：这一步的其余部分
next-apply = 应用清单即可开始
next-nothing = 之后不会再自动发生变化
next-nothing-but-a-key = 只剩一个键，在 { $time } 后到期
next-nothing-but-held = 不会再有变化：{ $n }{"\u00A0"}个 watch 事件被扣住
next-deliver-jobs = 接下来：watch 送达 Job 事件
next-deliver-pods = 接下来：watch 送达 Pod 事件
next-sync = 接下来：工作线程同步 Job
next-sync-of = 接下来：工作线程同步 { $job }
next-sync-orphan = 接下来：孤儿工作线程查找要释放的 Pod
next-sync-ttl = 接下来：TTL-after-finished 控制器查看一个 Job
next-attempt-to-delete = 接下来：垃圾收集器查看一个对象
next-attempt-to-orphan = 接下来：垃圾收集器解除附属对象与属主的关系
next-pod-gc = 接下来：Pod 垃圾收集查看所有 Pod
next-step-manager = 接下来：控制器管理器继续启动
next-advance = 接下来：时间推进 { $time }
next-run = 接下来：{ $n }{"\u00A0"}个 Pod 开始运行
next-wait = 接下来：{ $n }{"\u00A0"}个 Pod 仍无法启动
next-container-exit = 接下来：{ $n }{"\u00A0"}个 Pod 的边车停止
next-container-end = 接下来：{ $n }{"\u00A0"}个 Pod 的容器以退出码 { $code } 结束
next-restart = 接下来：kubelet 重启 { $n }{"\u00A0"}个 Pod 的容器
next-succeed = 接下来：{ $n }{"\u00A0"}个 Pod 成功
next-fail = 接下来：{ $n }{"\u00A0"}个 Pod 失败
next-remove = 接下来：{ $n }{"\u00A0"}个 Pod 消失
next-recorded = 接下来：已记录的一步
more-step-controls = 更多步进控制
undo = 撤销
undo-what = 撤销：{ $what }
redo = 重做
redo-what = 重做：{ $what }
edit-restarted = 重新开始
edit-opened = 打开了另一个会话
edit-branch-named = 为分支命名
edit-branch-removed = 移除分支
edit-create-job = 创建 Job
edit-import-pods = 导入 Pod
edit-apply-job = 应用清单
edit-patch-job = 修补 Job
edit-delete-job = 删除 Job
edit-outcomes = Pod 行为规则
edit-fault = 启用故障
edit-fault-removed = 移除故障
edit-hold = 扣住 watch
edit-release = 放开 watch
edit-restart = 更换控制器
edit-deliver = 送达事件
edit-watch = watch 上发生的事
edit-sync = 手动同步
edit-advance = 推进时间
edit-namespace = 创建命名空间
edit-quota = 设置或删除配额
edit-gc = 运行垃圾收集器
edit-delete-node = 失去一个节点
edit-pods = Pod 上发生的事
branches = 分支
branch-first = 最初的运行
branch-auto = 自第 { $step } 步：{ $what }
branch-empty = 自第 { $step } 步
branch-length = { $n } 步
branch-label = { $name }，{ $length }，在第 { $step } 步之后从 { $from } 分出
branch-rename = 重命名分支：{ $name }
branch-remove = 移除分支：{ $name }
branch-compare = 将“{ $name }”与另一分支对比
branch-compare-with = 将当前分支与“{ $name }”对比
branch-name = 分支的名称
run-to = 运行到
run-to-next = 运行到下一个，或退回上一个
run-on = 向前运行
run-back = 向后运行
run-on-to = 向前运行到：{ $what }
run-back-to = 向后运行到：{ $what }
run-nowhere-on = 此后不会发生
run-nowhere-back = 此前没有发生过
play-full = 播放到此为止：再长就无法保存
breakpoints = 断点
breakpoints-none = 还没有断点。播放和“运行到”会在断点处停下。
breakpoint-add = 添加断点
breakpoint-remove = 移除断点：{ $what }
bp-about = 停在
about-decision = 控制器的一个问题
about-condition = Job 的一个状况
about-event = 一个事件
about-phase = Pod 的阶段
about-write = 对 API 服务器的一次调用
bp-which = 哪一个
bp-answer = 回答
bp-reason = 原因为
bp-any = 任意回答
bp-refused = 出错
bp-answered = { $ask }{ $answer }
bp-condition-any = Job 的任一状况
bp-condition = 状况 { $condition }
bp-event = 事件 { $reason }
bp-event-any = 任一事件
bp-event-warning = Warning 事件
bp-phase = 有 Pod 变为 { $phase }
bp-write-any = 对 API 服务器的任一调用
bp-write-refused = 被拒绝的调用
bp-call = { $call }
bp-call-refused = 被拒绝的{ $call }
verb-patch-job = 修补 Job
verb-delete-job = 删除 Job
verb-get-pod = 读取 Pod
verb-patch-status = 修补 Pod 状态
look = 缩放
look-in = 放大
look-out = 缩小
chart-of = Pod：
chart-active = active { $n }
chart-ready = ready { $n }
chart-succeeded = succeeded { $n }
chart-failed = failed { $n }
chart-terminating = terminating { $n }
compare-with = 对比
compare-nothing = 无
compare-releases = 同样的操作，另一个版本
compare-title = { $left } 与 { $right } 并排
compare-leave = 回到调试
compare-empty = 还没有可以对比的。请返回并应用一份清单。
compare-first = 第一处不同
compare-same = 没有不同：两者的判断、写入和状态都一样。
compare-at = { $time }：{ $what }
compare-also-at = { $time }：{ $what }
compare-go = 前往第一处不同：{ $kind }
compare-decisions = 判断
compare-writes = 写入
compare-status = 状态
compare-happened = 发生了什么
compare-pods = Pod
compare-queue = 工作队列
compare-runs = 两个运行
compare-rows = 两个运行，并排显示
compare-row = 第 { $row } 行，共 { $of } 行
compare-section = 课程讲到的地方
compare-on = 两边都前进
compare-back = 两边都后退
compare-waits = 这一行没有发生什么。
compare-no-job = 没有 Job。
compare-no-pods = 没有 Pod。
compare-nothing-asked = 这一步没有问任何问题。
compare-only-here = 只在这边
compare-differs = 不同
compare-unlike = ≠ 与 { $other } 不同
compare-decision = “{ $question }”在 { $left } 中的回答：{ $ours }；在 { $right } 中的回答：{ $theirs }。
compare-decision-only = “{ $question }”在 { $run } 中的回答：{ $answer }；在 { $other } 中没有问到。
compare-run-at = { $run }（{ $time }）
compare-call = { $call } #{ $n }
compare-accepted = 被接受
compare-refused = 被拒绝（{ $code }）
compare-write = { $call } 在 { $left } 中{ $ours }；在 { $right } 中{ $theirs }。
compare-write-only = { $run } 有“{ $call }”（{ $answer }），{ $other } 没有。
compare-status-both = { $left } 接下来写入的状态是 { $ours }；{ $right } 写入的是 { $theirs }。
compare-status-only = { $run } 还写入了一次状态：{ $status }；{ $other } 没有写。
compare-impossible = 你的操作中有 { $n }{"\u00A0"}个在 { $run } 中不可能，在那里被略去：
compare-impossible-one = 第 { $step } 步，{ $what }：
# 时间线上除了时间推进什么都没有发生的地方。
wait-length = 过了 { $time }
wait-length-for = { $cause } { $time }
# 同上，但还没有过去。
wait-ahead = 接下来：过 { $time }
wait-ahead-for = 接下来：{ $cause } { $time }
# 在等什么：几个字，以及一句话。
passes-for-back-off = 退避
passes-for-index-back-off = 索引退避
passes-for-deadline = 距期限
passes-for-ttl = TTL
passes-for-batch = 合并事件
passes-for-retry = 重试
passes-for-start = Pod 启动
passes-for-pull = 拉取镜像
passes-for-run = Pod 运行
passes-for-stop = Pod 终止
wait-for-back-off = 经过 { $time }：失败之后，Job 和它需要的 Pod 要等退避结束。
wait-for-index-back-off = 经过 { $time }：有 Pod 失败的索引各自等待退避结束。
wait-for-deadline = 经过 { $time }，等 activeDeadlineSeconds 到期。
wait-for-ttl = 经过 { $time }，等 ttlSecondsAfterFinished 到期。
wait-for-batch = 经过 { $time }：控制器先让事件攒起来，再一次同步。
wait-for-retry = 经过 { $time }：出错之后，键稍后才重新入队。
wait-for-start = 经过 { $time }，等 Pod 启动。
wait-for-pull = 经过 { $time }，等 kubelet 尝试拉取镜像。
wait-for-run = 经过 { $time }，Pod 在运行。
wait-for-stop = 经过 { $time }，等 Pod 停下。
wait-next = 接下来：{ $what }
# 时间线上的空白部分。
timeline-empty = 发生的事会从左到右画在这里：每一步一个刻度，阴影部分只有时间在推进。
timeline-ahead-short = 接下来的步骤会画在这里。
timeline-ahead = 接下来的步骤会画在这里。上方每个刻度是一步；阴影部分只有时间在推进。
timeline-rest-short = 你接下来的操作会画在这里。
timeline-rest = 你接下来的操作会画在这里；不会再自行发生任何事。上方每个刻度是一步；阴影部分只有时间在推进。
# 导出为图片的时间线的图例。
picture-active = 活动的 Pod
picture-ready = 就绪的 Pod
picture-key-ready = 键已就绪
picture-key-delayed = 键尚未到时间
picture-written = 调用
picture-refused = 被拒的调用
picture-delivered = watch 送达
picture-held = 事件在等待
lane-branches = 分支
lane-markers = 标记
lane-syncs = 同步
lane-queue = 队列
lane-writes = 写入
lane-watch = watch
lane-pods = Pod
lane-chart = 图表
mark-of-job = { $what } · { $job }
mark-created = 创建
mark-patched = 修补
mark-deleted = 删除
mark-restarted = 新控制器
mark-refused = { $n }{"\u00A0"}个被拒
mark-fault = 启用故障
mark-failed = { $n }{"\u00A0"}个 Pod 失败

## kubectl

output = kubectl 输出
output-enlarge = 放大 kubectl 区域
output-terminal = 终端
output-job = get job
output-pods = get pods
output-describe = describe
output-events = events
output-yaml = -o yaml
output-metrics = /metrics
events-lost = 还有 { $n } 个事件已记录但从未写入：记录器允许每个 Job { $each ->
    [type] 的每种类型
   *[job] {""}
}写入 25 次，之后每 5 分钟一次。
terminal-log = 命令及其输出
terminal-empty = 在下方输入的命令会在这里运行。其他标签页中的命令在每一步之后都会重新打印。
terminal-stdin = 标准输入 { $n } 行
terminal-steps = 用了 { $n } 步
prompt = kubectl 命令
prompt-hint = get pods、apply -f manifest.yaml
prompt-help = Tab 键补全已输入的内容；先按 Escape 再按 Tab 可离开输入框。上下方向键可调出之前的命令。manifest.yaml 是编辑器中的文本。管道、&&、> 和 grep 的用法与 shell 中相同。
prompt-stdin = { $command } 的标准输入
prompt-stdin-hint = 粘贴清单，然后按 Ctrl+D 或“运行”
prompt-answer-hint = 输入 y 并按 Enter 即删除，输入其他内容则取消。
prompt-offered = 补全
prompt-completions = { $n } 个补全：{ $words }
prompt-no-completion = 没有可补全的内容。按 Tab 离开输入框。
prompt-run = 运行
prompt-run-name = 运行命令
prompt-stop = 停止监视
prompt-cancel = 取消
prompt-recall = 上一条命令
copy-as-kubectl = 复制为 kubectl 命令
new-warnings = 新的警告
copy = 复制
copied = 已复制
copy-refused = 浏览器不允许页面复制

## 命令面板、入门、帧计

palette = 命令
palette-search = 搜索命令
palette-find = 查找命令
palette-found = { $n }{"\u00A0"}个命令
palette-nothing = 没有叫这个名字的命令，中文和英文都没有。
palette-go = 前往：{ $region }
palette-output = kubectl：{ $tab }
palette-why = 原因显示为：{ $view }
palette-pods = Pod 显示为：{ $view }
palette-speed = 速度：{ $speed }
palette-scenario = 场景：{ $name }
palette-release = Kubernetes { $release }
palette-start = 开始页与全部课程
palette-lesson = 课程：{ $title }
palette-sync = 工作线程同步下一个键
palette-crash-after = 工作线程同步下一个键，并在第一次写入之后崩溃
output-region = kubectl
release-jobs = 放开 Job 的 watch
release-pods = 放开 Pod 的 watch
hint = 第一次来？
hint-apply = 在“规约”中按“应用”来创建 Job。
hint-apply-keys = 在“规约”中按“应用”（Ctrl+Enter）来创建 Job。
hint-step = 反复按“步过”（F10）：每按一次，集群中就发生下一件事。
hint-tap = 反复点按底部的“步过”：每按一次，集群中就发生下一件事。
hint-why = 读“原因”：它说明控制器做了什么，以及哪些数字起了决定作用。
hint-done = 知道了
hint-more = 如何阅读本页
hint-dismiss = 不再显示
meter = 帧计
meter-told = { $n } 帧 · 间隔 { $apart } 毫秒 · 绘制 { $drawn } 毫秒
blank = 屏幕已变黑。按 B 或 . 继续。

## 开始页

start-title = 一步步走进 Kubernetes Job 控制器
start-what = 编辑一个 Job，决定每个 Pod 会怎样，看清控制器做出的每一个判断，与你所选的版本完全一致。
start-blank = 空白 Job
start-drop = 或粘贴、拖入会话、清单或 kubectl 打印的 YAML
start-debugger = 调试器
debugger-coming = 正在加载调试器……
debugger-meanwhile = 先阅读文字版
debugger-failed = 调试器加载失败。请检查网络。
debugger-again = 重试
starters = 从一份清单开始
track-first-steps = 入门
    .what = Job 由什么组成，Pod 如何产生。
track-failing-well = 应对失败
    .what = 上限、退避、期限与策略。
track-asked-most = 常见问题
    .what = 大家在公开讨论中反复提出的问题。
track-the-machinery = 内部机制
    .what = informer、队列与期望如何工作。
track-counting-once = 只数一次
    .what = 结束的 Pod 如何恰好被计数一次。
track-races-and-releases = 竞态与版本
    .what = 哪里会出错，在哪个版本里。
lessons = 课程
lessons-search = 搜索课程
lessons-search-such = 搜索：退避、配额、finalizer
lessons-found = 找到 { $n } 课
lessons-none = 没有相符的课程。请减少或换用其他词。
lessons-number = { $n } 课
lessons-done = 已学完 { $n } 课
lesson-done = 已学完
lesson-at = 第 { $n } 节，共 { $of } 节
lesson-continue = 继续

## 课程

tab-lesson = 课程
lesson-all = 全部课程
lesson-leave = 离开课程
lesson-loading = 正在加载课程……
lesson-absent = 无法显示这一课
unknown-address = 此地址没有对应的页面，这里是开始页。
lesson-unknown = 没有这个名字的课程。也许它改了名：请在全部课程中寻找。
lesson-not-fetched = 有一个文件加载失败。请检查网络，然后重新加载页面。
lesson-unreadable = 有一个文件无法读取。请重新加载页面；如果仍然如此，说明本页的文件已损坏。
lesson-text = 课程正文
lesson-left = 你已离开课程的路线：现在的会话是你自己的。
lesson-own-way = 现在由你自由操作，尽管尝试。
lesson-return = 回到课程
lesson-back = 上一节
lesson-on = 下一节
lesson-see = 看它发生
lesson-skip = 先不答
lesson-end = 回到全部课程
lesson-look = 请看：{ $region }
lesson-look-row = 请看：{ $region }，“{ $row }”
lesson-releases = Kubernetes 版本
lesson-compare = 并排对比
lesson-sources = 延伸阅读
lesson-following = 下一课
exercise = 动手输入
exercise-go = 前往终端
exercise-hint = 一种写法
exercise-done = 完成：集群已达到要求的状态。效果相同的命令都算对。
predict = 你觉得会怎样？
predict-both = 你和引擎
predict-engine = 引擎
predict-yours = 你的答案
predict-right = 答对了：引擎也是这样。
predict-wrong = 引擎的做法不同。
predict-found = 第 { $n } 步之后 { $release } 引擎中的值
predict-absent = 没有

## 术语表

glossary = 术语表
glossary-what = 页面和课程用到的术语，每个用几句话说明。Kubernetes 自己的名称保持原样。
glossary-loading = 正在加载术语表……
glossary-missing = 术语表加载失败。请检查网络，然后重新加载页面。
glossary-term = 含义
glossary-all = 在术语表中查看

## 探索

explore = 探索
explore-title = 探索每一种顺序
explore-what = 事件、同步、Pod 和定时器的先后有许多种可能。从当前位置起逐一尝试所有顺序，并给出第一种能出现所找情况的顺序。
key-explore = 探索每一种顺序
explore-for = 寻找
explore-promises = 被违反的不变式
explore-others = 其他可能发生的情况
explore-mishaps = 除先后顺序外，还可能出什么问题
explore-no-mishap = 没有
explore-one-mishap = 一次
explore-two-mishaps = 两次
explore-which = 可能出哪些问题
mishap-restart = 控制器被替换
mishap-crash = 同步中途写入后崩溃
mishap-watch = watch 中断，随后重新列举
mishap-pod-fails = 运行中的 Pod 失败
mishap-pod-deleted = 用户删除 Pod
explore-first = 先尝试
explore-shortest = 较短的顺序
explore-shortest-what = 找到的顺序步数最少。Pod 较多时，走几步就会达到状态数的上限。
explore-usual = 接近平常的顺序
explore-usual-what = 先把平常的顺序走到底，再尝试偏离它一次、两次以至更多次的顺序。较大的 Job 也能走到底。
explore-bounds = 范围：{ $steps } 步，{ $worlds } 个状态
explore-steps = 每种顺序最多几步
explore-worlds = 最多多少个不同状态
explore-held = 你扣住的仍然扣住：所有这些顺序都不会送达它。
explore-start = 开始
explore-no-job = 请先应用清单：现在还没有 Job。
explore-from = 从会话当前位置开始：{ $time }，第 { $step } 步。
explore-under = 正在逐一尝试各种顺序……
explore-progress = 已查看的状态
explore-so-far = 已有 { $worlds } 个状态，其中 { $waiting } 个有待继续，每秒 { $speed } 个；当前顺序长 { $steps } 步
explore-so-far-usual = 已有 { $worlds } 个状态，其中 { $waiting } 个有待继续，每秒 { $speed } 个；{ $departures ->
        [0] 当前是平常的顺序
       *[other] 当前顺序偏离平常顺序 { $departures } 次
    }
explore-stop = 停止
explore-found = 找到了：再走 { $n } 步，没有更短的顺序
explore-found-usual = 找到了：再走 { $n } 步，{ $departures ->
        [0] 就是平常的顺序
       *[other] 偏离平常顺序 { $departures } 次
    }
explore-violations = 最后一步违反了不变式：
# 违反承诺之处错在哪里，前面是 Job 或队列的名称。
finding-about = { $about }：
finding-cache-differs = 缓存与存储的内容不同
finding-key-held = 工作线程拿着 { $key }
finding-key-twice = { $key } 在队列里排了两次
finding-key-overdue = { $key } 应当已经就绪
finding-negative = 有一个计数是 { $n }
finding-two-ends = 既 Complete 又 Failed
finding-complete-without-time = Complete，却没有完成时间
finding-time-without-complete = 有完成时间，却不是 Complete
finding-listed-twice = { $uid } 列出了两次
finding-ready-beyond-active = ready { $ready }，active { $active }
finding-index-in-both = 成功的 { $completed }，失败的 { $failed }
finding-unannounced = 有 { $end }，却没有 { $announcement }
finding-end-changed = 之前是 { $before }，现在是 { $now }
finding-end-gone = 之前是 { $before }，现在未结束
finding-fell = { $counter } 之前是 { $before }，现在是 { $now }
finding-start-changed = startTime 之前是 { $before }，现在是 { $now }
finding-start-gone = startTime 之前是 { $before }，现在没有
finding-counted-unheld = 计入了 { $counted }{"\u00A0"}个 Pod，而被保留的有 { $held }{"\u00A0"}个
finding-freed-uncounted = 释放了 { $freed }{"\u00A0"}个 Pod，而计入了 { $counted }{"\u00A0"}个
finding-status-of-another = { $job } 得到了 { $other } 的状态
finding-active-miscounted = 状态中 active 为{"\u00A0"}{ $status }，而活动的 Pod 有 { $n }{"\u00A0"}个
finding-beyond-parallelism = { $n }{"\u00A0"}个 Pod 活动，而 parallelism{"\u00A0"}为{"\u00A0"}{ $parallelism }
finding-index-taken = 索引 { $index } 又有了一个 Pod
finding-still-active = { $n }{"\u00A0"}个 Pod 活动
finding-started = 启动了 { $n }{"\u00A0"}个 Pod
finding-started-beyond = 启动了 { $n }{"\u00A0"}个 Pod，而只剩 { $left }{"\u00A0"}个要做
finding-pods-held = { $n }{"\u00A0"}个 Pod 仍被 finalizer 保留
finding-not-ended = { $n }{"\u00A0"}个 Pod 尚未结束
finding-told-unstored = 已记录事件 { $reason }，但该状况没有存储
explore-show = 显示
explore-show-full = 分支数量已达上限。请先在时间线上移除一个分支。
explore-show-what = 把这些步骤作为分支放到时间线上。已有的记录保留。
explore-branch = 找到：{ $what }
explore-none = 没有任何顺序会这样
explore-over = 从这里起不会再自行发生任何事。请在时间线上退回到更早的步骤。
explore-exhausted = 所有顺序都已尝试到底：{ $worlds } 个不同状态，共试 { $tried } 步。若要查看更多情况，请允许出一些问题。
explore-exhausted-mishaps = 所有顺序连同可能出的问题都已尝试到底：{ $worlds } 个不同状态，共试 { $tried } 步。
explore-not-found = 目前没有找到
explore-bounded-steps = { $steps } 步以内的所有顺序都不会这样，共查看了 { $worlds } 个不同状态。还有更长的顺序：可增加步数，或从更接近目标的位置开始。
explore-bounded-worlds = 已达到 { $worlds } 个状态的上限。{ $depth } 步以内的所有顺序都不会这样；更长的只查看了一部分。可增加状态数，先尝试接近平常的顺序，或从更接近目标的位置开始。
explore-bounded-steps-usual = 查看过的顺序都不会这样：共 { $worlds } 个不同状态，每种顺序最多 { $steps } 步。还有更长的顺序：可增加步数，或从更接近目标的位置开始。
explore-bounded-worlds-usual = 已达到 { $worlds } 个状态的上限。查看过的顺序偏离平常顺序最多 { $departures } 次，都不会这样。可增加状态数，从更接近目标的位置开始，或改用更小的 Job。
explore-stopped = 已停止
explore-stopped-at = 此前查看了 { $worlds } 个不同状态，{ $depth } 步以内的所有顺序都不会这样。
explore-stopped-at-usual = 此前查看了 { $worlds } 个不同状态，顺序偏离平常顺序最多 { $departures } 次，都不会这样。
edit-found = 找到了一种顺序
goal-any = 任一不变式被违反
    .what = 第一个使状态、队列或 Pod 违反控制平面不变式的步骤。
goal-finished-starts = 为已结束的 Job 创建 Pod
    .what = 存储中的 Job 已是 Complete 或 Failed，同步仍然创建 Pod。
goal-extra-work = 创建的 Pod 多于剩余工作
    .what = 同步创建的 Pod 多于存储中的 Job 还需要的数量（不含 Indexed Job）。
goal-unfinished = 已结束的 Job 又变为未结束
    .what = 曾是 Complete 或 Failed 的 Job 失去该状况，或变为另一个。
goal-counters-fall = 计数变小
    .what = status.succeeded 或 status.failed 变小。
goal-start-moves = 开始时间改变
    .what = Job 既未挂起也未恢复，status.startTime 却变了。
goal-end-lost = Pod 的结束未被计数
    .what = 控制器已看到某个 Pod 结束并释放了它，而状态中没有计入。
goal-counted-twice = 同一 Pod 计数两次
    .what = 一次同步计入的结束数多于由 finalizer 保留的 Pod 数。
goal-active-wrong = active 的数量不对
    .what = 同步看到了一切且没有出错，写入的 active 数量却与实际不同。
goal-pods-left = Job 结束时仍有 Pod 在运行
    .what = 看到一切的同步结束了 Job，而它的 Pod 尚未全部结束。
goal-over = active 的 Pod 多于 parallelism
    .what = 存储中的 Job 拥有的既未结束也未在删除的 Pod 多于 spec.parallelism。
goal-index-twice = 同一索引有两个 Pod 在运行
    .what = Indexed Job 有两个完成索引相同的 Pod 在运行，正在删除的也算。
goal-stuck = Job 卡住
    .what = 不会再发生任何事，它没有 Pod 在运行，而 Job 尚未结束。不等待 12 小时以上才有的重新同步（resync）。
goal-complete = Job 变为 Complete
    .what = 状况 Complete 存为 True。
goal-failed = Job 变为 Failed
    .what = 状况 Failed 存为 True。
goal-refused = 调用被拒绝
    .what = API 服务器拒绝控制器的某个调用，例如使用旧 resourceVersion 的写入。
goal-breakpoint = 这个断点会停下的第一处。
promise-kept = { $release } 承诺这种情况绝不发生。
promise-kept-undisturbed = 只要控制器能得知自己写入的结果，{ $release } 就承诺这种情况不发生。
promise-broken = 已知 { $release } 会打破这一条。
promise-not-made = { $release } 没有作出这样的承诺。

## Releases

releases = 版本
releases-what = jobscope 模拟下列各个 Kubernetes 版本的 Job 控制器，以及与之相关的 API 服务器和 client-go 部分。托管集群运行的是受支持版本或较旧版本之一。
release-about = 关于 { $release }
support-supported = 受支持
support-supported-what = Kubernetes 仍为这些版本发布补丁。
support-older = 较旧
support-older-what = Kubernetes 不再为这些版本发布补丁，但云厂商仍在运行它们。
support-history = 历史
support-history-what = 这些版本展示了如今的行为从何而来。
evidence-recorded = 已用 { $tag } 真实控制器的录制结果核对。
evidence-read = 依据 { $tag } 的源码编写，没有录制结果。
release-11 = 计数来自现存的 Pod；退避时间由工作队列的重新入队次数决定。
release-22 = 支持 Indexed Job 和挂起；启用特性门控后，finalizer 会保留 Pod 直到其被计数。
release-25 = 默认使用 finalizer；孤儿工作线程会释放已结束 Job 的 Pod。
release-26 = 默认启用 Pod 失效策略；所有 Job 都通过 finalizer 跟踪。
release-27 = 失败的 Pod 有单独的退避时间；Indexed Job 的 completions 可以修改。
release-28 = 事件合并处理，API 错误的退避时间较短；逐索引退避限制和替换策略处于 Alpha 阶段。
release-29 = 默认启用逐索引退避限制和 Pod 替换策略。
release-30 = 成功策略和 managedBy 处于 Alpha 阶段；其余与 v1.29 相同。
release-31 = 先用一个状况宣告 Job 将如何结束；没有 Pod 正在终止时，Job 才结束。
release-32 = 默认启用 managedBy，因此 API 服务器严格检查每次状态更新；孤儿 Pod 按选择算符释放。
release-33 = 成功策略和逐索引退避限制进入稳定阶段；重新列举时先报告删除。
release-34 = 按控制器查找 Pod；刚写入结束状态的 Job 不会再次同步。
release-35 = managedBy 进入稳定阶段；修改已挂起 Job 的调度设置处于 Alpha 阶段。
release-36 = 控制器会等到缓存中有了自己的写入再行动；可以修改已挂起 Job 的调度设置和资源。
release-37 = 与 v1.36 相同，外加已知不同的字段和特性门控。
changes-title = { $old } 与 { $new } 之间有哪些变化？
changes-see = 版本之间有哪些变化？
changes-from = 从
changes-to = 到
changes-none = 就 jobscope 所知，{ $old } 与 { $new } 之间没有变化。
changes-gates = 特性门控
changes-fixed = 在 { $old } 与 { $new } 之间修复
changes-unfixed = 在 { $old } 中已修复，在 { $new } 中没有
changes-new = 只有 { $new } 会问的问题
changes-gone = 只有 { $old } 会问的问题
changes-moved = 在同步中的另一处提出的问题
changes-from-to = { $old } → { $new }
changes-lesson = 课程：{ $title }
stage-none = 不存在
stage-alpha = Alpha，关闭
stage-beta-off = Beta，关闭
stage-beta = Beta，启用
stage-ga = 稳定
maturity-alpha = Alpha
maturity-beta = Beta
maturity-ga = 稳定
fix-83810 = 重新列举时会报告被删除后又重新创建的对象。
fix-105200 = 控制器记住自己移除了哪些 finalizer，缓存过期时不会重复计数。
fix-110294 = 每次同步都会设置 activeDeadlineSeconds 的定时器，而不仅是设置 startTime 的那一次。
fix-111646 = 在删除过程中已计为失败的 Pod，不会再计为成功。
fix-108645 = 孤儿工作线程会移除已结束 Job 的 Pod 上的 finalizer。
fix-112873 = Job 结束的事件和指标在写入之后产生，且只产生一次。
fix-115658 = 重新列举时会报告创建事件尚在排队时就已被删除的对象。
fix-125089 = 即使只有 status.terminating 变化，也会写入状态。
fix-123775 = 只有当没有 Pod 处于终止过程中时，才宣告 Job 结束。
fix-124798 = 孤儿工作线程不处理由其他种类的控制器拥有的 Pod。
fix-132109 = 删除 Job 时会移除其退避记录。
fix-127378 = 已删除 Job 的 Pod 通过一个选择算符键释放，而不是每个 Pod 一个键。
fix-134769 = 即使 API 服务器严格检查状态更新，已启动过的挂起 Job 也能恢复。
fix-139457 = 失败的 Pod 等待替换期间，status.active 是真实的 Pod 数量。
fix-141329 = 按选择算符释放失败的 Pod 会再次尝试。
switches-gates = 特性门控
switches-fixes = 后续补丁中的修复
switches-patch = 自 { $tag } 起
switches-what = 更改开关会重新开始会话。
compare-origin = 其原因（自 { $release } 起）：
compare-origin-release = 该差异自 { $release } 起出现；jobscope 未找到对应的特性门控或修复。
